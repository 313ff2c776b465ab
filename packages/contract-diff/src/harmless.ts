import { segmentsOf } from './documents/pointer.ts';
import type { NodeChange } from './redocly/node-changes.ts';

/** Keywords that programs ignore. */
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
/** Parts of a document that programs ignore. */
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
/** The extensions that affect programs; all others are notes. */
const BEHAVIOUR = new Set([
  'x-stability',
  'x-idempotency',
  'x-extensible-enum',
  'x-exactly-one-of',
  'x-discriminator',
  'x-variants',
  'x-absent-variant',
]);

/** The names of nodes where the name of Redocly is uncommon. */
const NOUNS: Readonly<Record<string, string>> = {
  PathItem: 'path',
  Response: 'response',
  MediaType: 'media type',
  RequestBody: 'request body',
  NamedSchemas: 'schemas',
  HeadersMap: 'headers',
  ExamplesMap: 'examples',
  Example: 'example',
  ParameterList: 'parameters',
  SecurityRequirement: 'security requirement',
  SecurityRequirementList: 'security',
  SpecExtension: 'extension',
  TagList: 'tags',
};

/** Describes a change that is not breaking. */
export function summaryOf({ kind, type, property, base, revision }: NodeChange): string {
  if (property === 'key') return `Renamed from \`${String(base?.value)}\` to \`${String(revision?.value)}\`.`;
  if (property !== undefined) {
    if (base?.value === undefined) return `\`${property}\` was set.`;
    return revision?.value === undefined ? `\`${property}\` was removed.` : `\`${property}\` was changed.`;
  }
  const segments = segmentsOf((base ?? revision)?.pointer ?? '');
  const isProperty = type === 'Schema' && segments.at(-2) === 'properties';
  const noun = isProperty ? 'property' : (NOUNS[type] ?? type.toLowerCase());
  return `The ${noun} was ${kind}.`;
}

/** Whether a change that is not breaking concerns texts and examples only. */
export function isDocumentation({ type, property, base, revision }: NodeChange): boolean {
  if (FOR_READERS.has(type) || isReordered(base?.value, revision?.value)) return true;
  const segments = segmentsOf((base ?? revision)?.pointer ?? '');
  const keyword = type === 'SpecExtension' ? segments.at(-1) : property;
  if (keyword?.startsWith('x-')) return !BEHAVIOUR.has(keyword);
  return keyword !== undefined && WORDS.has(keyword);
}

/** The order of `enum`, `required` and `type` has no meaning. */
function isReordered(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return false;
  return before.every((value) => after.includes(value));
}

/** Returns what a reader must decide about a changed text: a promise may have changed with it. */
export function cautionOf({ property, base, revision }: NodeChange): string | undefined {
  if (property !== 'description') return undefined;
  const isAboutOrder = [base?.value, revision?.value].some((text) =>
    /\b(order|sort)(s|ed)?\b/i.test(String(text)),
  );
  return isAboutOrder
    ? 'The text describes an order. If the order itself has changed, the change is breaking.'
    : undefined;
}
