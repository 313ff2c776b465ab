import { posix } from 'node:path';
import { isMap, isScalar, type Node, type Pair, type Scalar, visit } from 'yaml';
import type { SourceFile } from './source-file.ts';
import { applyEdits, type Edit, rangeOf, replaceNode } from './text-edits.ts';

/** The values of the examples of `/v1` that those of `/api/v2` do not contain. */
export interface ManagedValues {
  requestId: string;
  /** Under `/v1` the tenant of a resource is its service, and `team` contains its ID. */
  serviceId: string;
}

/** Returns the response example of `/v1` for one of `/api/v2`. */
export function twinExample(source: SourceFile, { requestId, serviceId }: ManagedValues): string {
  const { path, text, document } = source;
  const leading = `status: ${statusOf(path)}\nrequestId: ${requestId}\n`;
  const contents = document.contents;
  if (!isMap(contents)) throw new Error(`${path} contains no object.`);
  // `{}`, the response to a delete
  if (contents.items.length === 0) return leading;
  const edits = [...replaceTeams(source, serviceId), { start: 0, end: 0, text: leading }];
  for (const pair of contents.items as Pair<Scalar, Node>[]) {
    if (pair.key.value === 'data') edits.push(replaceNode(pair.key, 'result'));
    if (pair.key.value === 'meta') edits.push(...flattenPage(text, pair));
  }
  return applyEdits(text, edits);
}

function statusOf(path: string): string {
  return /^response\.(\d+)\./.exec(posix.basename(path))?.[1] ?? '';
}

function replaceTeams({ document }: SourceFile, serviceId: string): Edit[] {
  const edits: Edit[] = [];
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === 'team' && isScalar(value)) edits.push(replaceNode(value, serviceId));
    },
  });
  return edits;
}

/** `nextCursor` of a page instead of its `meta`; other metadata stays. */
function flattenPage(text: string, { key, value }: Pair<Scalar, Node>): Edit[] {
  const cursor = isMap(value) ? value.get('nextCursor', true) : undefined;
  if (!isScalar(cursor) || !isMap(value)) return [];
  const [start, end] = [rangeOf(key)[0], rangeOf(value)[1]];
  const [from, to] = rangeOf(cursor);
  return [{ start, end, text: `nextCursor: ${text.slice(from, to)}\n` }];
}
