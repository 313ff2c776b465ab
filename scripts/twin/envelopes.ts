import { isMap, isScalar, isSeq, type Pair, type Scalar } from 'yaml';
import { moveDecisions } from './decisions.ts';
import { moveReferences } from './references.ts';
import type { SourceFile } from './source-file.ts';
import { applyEdits, type Edit, indentOf, insertBefore, rangeOf, replaceNode } from './text-edits.ts';

/** The properties of the envelope of `/api/v2`, and those of `/v1` with the same content. */
const RENAMED: Readonly<Record<string, string>> = { data: 'result', meta: 'nextCursor' };
const PAGE_META = /\/PageMeta\.yaml$/;

/**
 * Returns the envelope schema of `/v1` for one of `/api/v2`.
 *
 * @param deleted the envelope of a delete under `/v1`, which has the properties that every envelope of `/v1` begins with
 */
export function twinEnvelope(source: SourceFile, deleted: SourceFile): string {
  const { text, document } = source;
  const properties = pairsOf(document.get('properties'));
  const [first] = properties;
  if (!first) throw new Error(`${source.path} has no properties.`);
  const edits = [...moveReferences(source), ...moveDecisions(source), ...renameSurface(source)];
  for (const property of properties)
    if (isMoved(property)) edits.push(replaceNode(property.key, RENAMED[String(property.key.value)] ?? ''));
  edits.push(insertBefore(text, first.key, leadingProperties(deleted)), ...requireAll(source, deleted));
  return applyEdits(text, edits);
}

function renameSurface({ text, document }: SourceFile): Edit[] {
  const description = document.get('description', true);
  if (!isScalar(description)) return [];
  const [start, end] = rangeOf(description);
  return [{ start, end, text: text.slice(start, end).replaceAll('`/api/v2`', '`/v1`') }];
}

/** The properties of the delete envelope as they are written, with references from the folder of the other schemas. */
function leadingProperties({ text, document }: SourceFile): string {
  const properties = document.get('properties');
  if (!isMap(properties)) throw new Error('The envelope of a delete has no properties.');
  const [start, , end] = rangeOf(properties);
  const lines = text.slice(text.lastIndexOf('\n', start) + 1, end);
  return lines.replaceAll(/(\$ref: )(?=\w)/g, '$1../shared/');
}

function requireAll({ text, document }: SourceFile, deleted: SourceFile): Edit[] {
  const required = document.get('required');
  if (!isSeq(required)) return [];
  const properties = pairsOf(document.get('properties')).filter(isMoved);
  const moved = new Set(properties.map(({ key }) => key.value));
  const leading = pairsOf(deleted.document.get('properties')).map(({ key }) => String(key.value));
  return required.items.filter(isScalar).map((item, index) => {
    const name = moved.has(item.value) ? RENAMED[String(item.value)] : item.value;
    const names = index === 0 ? [...leading, name] : [name];
    return replaceNode(item, names.join(required.flow ? ', ' : `\n${indentOf(text, item)}`));
  });
}

/** `meta` only contains paging data if it is that of a page; other metadata keeps its name. */
function isMoved({ key, value }: Pair<Scalar>): boolean {
  if (key.value !== 'meta') return String(key.value) in RENAMED;
  return isMap(value) && PAGE_META.test(String(value.get('$ref')));
}

function pairsOf(map: unknown): Pair<Scalar>[] {
  return isMap(map) ? (map.items.filter(({ key }) => isScalar(key)) as Pair<Scalar>[]) : [];
}
