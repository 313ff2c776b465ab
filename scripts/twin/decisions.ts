import { isScalar, isSeq, type Scalar, visit } from 'yaml';
import { ENVELOPE_DECISIONS } from './names.ts';
import type { SourceFile } from './source-file.ts';
import { type Edit, replaceNode } from './text-edits.ts';

/** Edits that replace the decision on the envelope of `/api/v2` by the one on that of `/v1`. */
export function moveDecisions({ document }: SourceFile): Edit[] {
  return scalarsUnder(document, 'x-decision')
    .filter(({ value }) => value === ENVELOPE_DECISIONS.source)
    .map((mark) => replaceNode(mark, ENVELOPE_DECISIONS.twin));
}

/** The scalars that are the value of a key, or items of its list, anywhere in a document. */
export function scalarsUnder(document: SourceFile['document'], name: string): Scalar[] {
  const found: Scalar[] = [];
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== name) return;
      const values = isSeq(value) ? value.items : [value];
      found.push(...values.filter(isScalar));
    },
  });
  return found;
}
