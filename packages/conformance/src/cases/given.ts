import type { GivenText } from './case.ts';
import type { CaseFile } from './case-file.ts';

/** A file of `cases/given`: what is there before the first step of the cases that name it. */
export type GivenFile = CaseFile<GivenText> & { readonly file: string };

/** All of them, by the names that cases use. */
export type GivenFiles = ReadonlyMap<string, GivenFile>;

/** A case names something that is not given. */
export class UnknownGiven extends Error {}

/**
 * The files that these names stand for, those that they name themselves before them, and each once.
 *
 * @throws UnknownGiven if there is no such file.
 */
export function givenFor(names: readonly string[], all: GivenFiles, seen = new Set<string>()): GivenFile[] {
  return names.flatMap((name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const file = all.get(name);
    if (file === undefined) {
      const known = [...all.keys()].join(', ') || 'nothing';
      throw new UnknownGiven(`There is no ${name} in cases/given; it has ${known}.`);
    }
    return [...givenFor(file.text.given ?? [], all, seen), file];
  });
}
