import type { GivenText } from './case.ts';
import type { CaseFile } from './case-file.ts';

/** A fixture: a file of `cases/given`, whose steps run before those of the cases that name it. */
export type GivenFile = CaseFile<GivenText> & { readonly file: string };

/** All fixtures by name. */
export type GivenFiles = ReadonlyMap<string, GivenFile>;

/** Thrown if a case names a fixture that does not exist. */
export class UnknownGiven extends Error {}

/**
 * Returns the fixtures with these names, preceded by those that they need themselves, each once.
 *
 * @throws UnknownGiven if a fixture does not exist.
 */
export function givenFor(names: readonly string[], all: GivenFiles, seen = new Set<string>()): GivenFile[] {
  return names.flatMap((name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const file = all.get(name);
    if (file === undefined) {
      const known = [...all.keys()].join(', ') || 'nothing';
      throw new UnknownGiven(`cases/given has no ${name}; it has ${known}.`);
    }
    return [...givenFor(file.text.given ?? [], all, seen), file];
  });
}
