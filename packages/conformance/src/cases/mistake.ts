/** Something in a case file that makes no sense, and where. */
export interface Mistake {
  /** Such as `createAlert/tile.yaml`, below the folder of the cases. */
  readonly file: string;
  /** The first is 1. */
  readonly line: number;
  /** What is wrong and what to do, as a sentence. */
  readonly message: string;
}

/** Case files that cannot be run. The message has every mistake of every file. */
export class CaseMistakes extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
    this.mistakes = mistakes;
  }
}
