/** Why the contracts cannot be compared: a sentence with the location and what to do, printed without a stack trace. Exit code 2. */
export class UndecidedError extends Error {
  override readonly name = 'UndecidedError';
}
