import { isScalar, type Scalar, visit } from 'yaml';
import { targetOf, twinReference } from './names.ts';
import type { SourceFile } from './source-file.ts';
import { type Edit, replaceNode } from './text-edits.ts';

interface Reference {
  node: Scalar;
  /** Relative to the file that contains it. */
  reference: string;
}

/** The files that a file refers to, relative to the workspace. */
export function referencedFiles({ path, document }: SourceFile): string[] {
  return referencesOf({ document }).map(({ reference }) => targetOf(path, reference));
}

/** Edits that make the references lead to the files of the twin. */
export function moveReferences({ path, document }: SourceFile): Edit[] {
  return referencesOf({ document }).map(({ node, reference }) =>
    replaceNode(node, twinReference(path, reference)),
  );
}

function referencesOf({ document }: Pick<SourceFile, 'document'>): Reference[] {
  const found: Reference[] = [];
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || (key.value !== '$ref' && key.value !== 'externalValue')) return;
      if (isScalar(value)) found.push({ node: value, reference: String(value.value) });
    },
  });
  return found;
}
