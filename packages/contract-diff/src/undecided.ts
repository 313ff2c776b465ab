/** Why no verdict is possible: a sentence with the place and what to do, shown without a stack trace. Exit code 2. */
export class UndecidedError extends Error {
  override readonly name = 'UndecidedError';
}
