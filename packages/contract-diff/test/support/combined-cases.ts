import { segmentsOf } from '../../src/documents/pointer.ts';
import type { Change, ContractDiff } from '../../src/index.ts';
import { type Case, diffDocuments, documentsOf, judgeCase } from './corpus.ts';

type Named = Record<string, unknown>;
/** The members of a document in which each case has names of its own. */
type Document = { readonly [section in 'paths' | 'webhooks' | 'components']: Named };

interface CombinedDiff {
  /** Of all combined cases. */
  readonly diff: ContractDiff;
  /** By the name of the case, also of those that were compared on their own. */
  readonly changes: ReadonlyMap<string, readonly Change[]>;
}

/**
 * Compares the documents of many cases in one comparison, because each comparison starts a process that takes half a second. The
 * paths and the components of each case are copies of their own in one pair of documents, and refer to nothing of another case.
 * Cases that change something else in a document are compared on their own.
 */
export async function judgeCases(cases: readonly Case[]): Promise<CombinedDiff> {
  const [alone, together] = [cases.filter(isAboutDocument), cases.filter((each) => !isAboutDocument(each))];
  const pairs = await Promise.all(together.map(prefixedDocumentsOf));
  const diff = await diffDocuments(
    combine(pairs.map(({ before }) => before)),
    combine(pairs.map(({ after }) => after)),
  );
  const own = await Promise.all(
    alone.map(async (each) => [each.name, (await judgeCase(each)).changes] as const),
  );
  const byCase = Map.groupBy(diff.changes, ({ pointer }) => caseAt(pointer));
  const shared = together.map(({ name }) => [name, byCase.get(name) ?? []] as const);
  return { diff, changes: new Map([...own, ...shared]) };
}

/**
 * Whether a case changes what the paths of a document share: its root, a security scheme, or a problem code. A removed path also
 * belongs to the document, because the comparison looks for its new name among all other paths.
 */
function isAboutDocument({ before, change }: Case): boolean {
  return [before ?? {}, change].some((patch) => {
    const { components = {}, paths = {}, webhooks: _webhooks, ...root } = patch as Partial<Document>;
    return (
      Object.keys(root).length > 0 ||
      Object.keys(components).some((group) => group === 'securitySchemes' || group === 'responses') ||
      Object.values(paths).includes(null)
    );
  });
}

async function prefixedDocumentsOf(each: Case): Promise<{ before: Document; after: Document }> {
  const { before, after } = await documentsOf(each);
  return {
    before: withPrefix(before as Document, each.name),
    after: withPrefix(after as Document, each.name),
  };
}

/** The document with the name of its case in every path, webhook, component and operation id. */
function withPrefix(document: Document, name: string): Document {
  const { paths, webhooks, components, ...rest } = JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === '$ref') return value.replace(/^#\/components\/(\w+)\//, `#/components/$1/${name}.`);
    return key === 'operationId' ? `${name}.${value}` : value;
  }) as Document;
  const { securitySchemes, ...groups } = components;
  return {
    ...rest,
    paths: withNames(paths, (path) => `/${name}${path}`),
    webhooks: withNames(webhooks, (webhook) => `${name}.${webhook}`),
    components: {
      securitySchemes,
      ...mapValues(groups, (group) => withNames(group as Named, (component) => `${name}.${component}`)),
    },
  };
}

function withNames(named: Named, rename: (name: string) => string): Named {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [rename(name), value]));
}

function mapValues(named: Named, map: (value: unknown) => unknown): Named {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, map(value)]));
}

/** One document with the paths, webhooks and components of all. They have no name in common but those of security schemes. */
function combine(documents: readonly Document[]): Document {
  const merge = (parts: readonly Named[]): Named => Object.assign({}, ...parts);
  const componentsOf = (group: string) =>
    merge(documents.map(({ components }) => components[group] as Named));
  const groups = new Set(documents.flatMap(({ components }) => Object.keys(components)));
  return {
    ...(documents[0] as Document),
    paths: merge(documents.map(({ paths }) => paths)),
    webhooks: merge(documents.map(({ webhooks }) => webhooks)),
    components: Object.fromEntries([...groups].map((group) => [group, componentsOf(group)])),
  };
}

/** The case that a pointer of the combined documents belongs to. */
function caseAt(pointer: string): string {
  const [section, member = '', component = ''] = segmentsOf(pointer);
  if (section === 'paths') return member.split('/')[1] ?? '';
  return (section === 'components' ? component : member).split('.')[0] ?? '';
}
