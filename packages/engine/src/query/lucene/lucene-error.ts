/** A condition in Lucene syntax that cannot be used, for people. */
export class LuceneError extends Error {
  override readonly name = 'LuceneError';

  /** `offset` counts the characters before the error. */
  constructor(message: string, offset: number) {
    super(`${message}; see position ${offset + 1}`);
  }
}
