/**
 * The contracts cannot be compared. The message has the location and a remedy, and is printed without a stack trace. Exit
 * code 2.
 */
export class UndecidedError extends Error {
  override readonly name = 'UndecidedError';
}
