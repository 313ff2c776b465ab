import { posix } from 'node:path';
import { isMap, isScalar, type Node, type Pair, type Scalar } from 'yaml';
import { isInTwinFolder, isSourcePath, targetOf, twinFile, twinPathKey } from './names.ts';
import type { SourceFile } from './source-file.ts';
import { applyEdits, type Edit, rangeOf } from './text-edits.ts';

interface PathEntry {
  key: string;
  /** The path file, relative to the workspace. */
  file: string;
  start: number;
  end: number;
}

/** The entries of a root document that refer to path files of the source surface. */
export function sourceEntries(root: SourceFile): PathEntry[] {
  return entriesOf(root).filter(({ file }) => isSourcePath(file));
}

/** Returns the management document with one path entry per entry of the source surface, in the same order. */
export function twinEntries(management: SourceFile, sources: readonly PathEntry[]): string {
  const folder = posix.dirname(management.path);
  const lines = sources.map(
    ({ key, file }) => `  ${twinPathKey(key)}:\n    $ref: ${posix.relative(folder, twinFile(file))}\n`,
  );
  const present = entriesOf(management).filter(({ file }) => isInTwinFolder(file));
  const [first, ...others] = present;
  const at = first ?? endOfPaths(management);
  const edits: Edit[] = [
    { start: at.start, end: at.end, text: lines.join('') },
    ...others.map(({ start, end }) => ({ start, end, text: '' })),
  ];
  return applyEdits(management.text, edits);
}

function endOfPaths({ document }: SourceFile): Pick<PathEntry, 'start' | 'end'> {
  const paths = document.get('paths');
  if (!isMap(paths)) throw new Error('The document has no paths.');
  const [, , end] = rangeOf(paths);
  return { start: end, end };
}

function entriesOf({ path, text, document }: SourceFile): PathEntry[] {
  const paths = document.get('paths');
  if (!isMap(paths)) return [];
  return (paths.items as Pair<Scalar, Node>[]).flatMap(({ key, value }) => {
    const reference = isMap(value) ? value.get('$ref') : undefined;
    if (!isScalar(key) || typeof reference !== 'string' || !isMap(value)) return [];
    const start = text.lastIndexOf('\n', rangeOf(key)[0]) + 1;
    return [{ key: String(key.value), file: targetOf(path, reference), start, end: rangeOf(value)[2] }];
  });
}
