import { UndecidedError } from '../undecided.ts';

/** Far above any contract and far below the available memory: aliases can make a short file endless. */
const MOST_NODES = 2_000_000;
const MOST_LEVELS = 500;

/** Throws {@link UndecidedError} for a document that contains itself or unfolds to more than can be compared. */
export function assertBounded(document: unknown, file: string): void {
  let nodes = 0;
  const visit = (value: unknown, level: number): void => {
    nodes += 1;
    if (level > MOST_LEVELS) {
      throw new UndecidedError(
        `${file} nests more than ${MOST_LEVELS} levels deep, or contains itself by a YAML alias. Use \`$ref\` for what recurs.`,
      );
    }
    if (nodes > MOST_NODES) {
      throw new UndecidedError(
        `${file} unfolds to more than ${MOST_NODES} values. Split it, or use \`$ref\` in place of YAML aliases.`,
      );
    }
    if (typeof value !== 'object' || value === null) return;
    for (const child of Object.values(value)) visit(child, level + 1);
  };
  visit(document, 0);
}
