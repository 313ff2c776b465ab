import { segmentsOf } from './documents/pointer.ts';
import type { Difference } from './redocly-diff.ts';

/** Keywords that only readers see. */
const WORDS = new Set([
  'title',
  'summary',
  'description',
  'example',
  'examples',
  'externalDocs',
  'tags',
  '$comment',
]);
/** Parts of a document that only readers see. */
const FOR_READERS = new Set([
  'Info',
  'Contact',
  'License',
  'Logo',
  'Tag',
  'TagList',
  'Example',
  'ExamplesMap',
  'ExternalDocs',
]);
/** The extensions that programs go by; all others are notes. */
const BEHAVIOUR = new Set(['x-stability', 'x-idempotency', 'x-extensible-enum']);

/** Whether a difference that breaks nobody is about words and examples alone. */
export function isDocumentation({ type, property, base, revision }: Difference): boolean {
  if (FOR_READERS.has(type)) return true;
  const segments = segmentsOf((base ?? revision)?.pointer ?? '');
  const keyword = type === 'SpecExtension' ? segments.at(-1) : property;
  if (keyword?.startsWith('x-')) return !BEHAVIOUR.has(keyword);
  return keyword !== undefined && WORDS.has(keyword);
}
