import { componentName, isReference, resolve, type SchemaObject } from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { textOf } from '../contract/texts.ts';
import { problemCatalogue } from '../facts/problem-catalogue.ts';
import { guidePage } from '../guides/guide.ts';
import type { RenderedGuide } from '../guides/page.ts';
import { decisionAnchor, errorPage, errorsGuide, operationPage } from '../links.ts';
import { schemaPlaces } from '../reference/schema-places.ts';

/** An entry of the search index. */
export interface SearchEntry {
  readonly kind: 'operation' | 'field' | 'error' | 'guide' | 'decision';
  readonly title: string;
  /** The identifier, if it differs from the title. */
  readonly name?: string;
  /** Text that distinguishes it from entries with the same title. */
  readonly context: string;
  /** Additional text to search. */
  readonly text: string;
  /** Search terms that do not appear in its text. */
  readonly synonyms?: string;
  /** The pages that contain it, relative to the site's folder. An entry can be on both surfaces. */
  readonly urls: readonly string[];
}

export function searchEntries(contract: Contract, guides: readonly RenderedGuide[]): SearchEntry[] {
  return [
    ...operationEntries(contract),
    ...parameterEntries(contract),
    ...propertyEntries(contract),
    ...problemEntries(contract),
    ...guides.flatMap((guide) => guideEntries(guide, contract)),
    ...decisionEntries(contract),
  ];
}

function operationEntries({ operations }: Contract): SearchEntry[] {
  return [...operations.values()].map((operation) => ({
    kind: 'operation',
    title: operation.summary,
    name: operation.operationId,
    context: `${operation.method} ${shortPath(operation.path)} · ${operation.operationId}`,
    text: operation.description,
    urls: [operationPage(operation)],
  }));
}

/** Shortens the common prefix of the management paths. */
function shortPath(path: string): string {
  return path.replace(/\/organizations\/.*?\/services\/[^/]+/, '/…');
}

function parameterEntries({ operations }: Contract): SearchEntry[] {
  const uses = [...operations.values()].flatMap((operation) =>
    operation.parameters.map((parameter) => ({ operation, parameter })),
  );
  return [...Map.groupBy(uses, ({ parameter }) => `${parameter.in} ${parameter.name}`).values()].map(
    (found) => {
      const [{ parameter }] = found as [(typeof found)[number]];
      const bySurface = Map.groupBy(found, ({ operation }) => operation.surface);
      return {
        kind: 'field',
        title: parameter.name,
        context: `${parameter.in} parameter of ${found.length === 1 ? found[0]?.operation.operationId : `${found.length} operations`}`,
        text: parameter.description ?? '',
        urls: [...bySurface.values()].map(([use]) => operationPage((use as (typeof uses)[number]).operation)),
      };
    },
  );
}

function propertyEntries(contract: Contract): SearchEntry[] {
  const places = schemaPlaces(contract);
  const entries = new Map<string, SearchEntry>();
  for (const { surface, document } of contract.bundles) {
    for (const [schema, { properties = {} }] of Object.entries(document.components.schemas ?? {})) {
      for (const [name, value] of Object.entries(properties)) {
        const key = `${schema}.${name}`;
        const place = places.ofProperty(surface, schema, name);
        if (typeof value === 'boolean' || place === undefined) continue;
        const { description = '' } = resolve<SchemaObject>(document, value as SchemaObject);
        const urls = [...(entries.get(key)?.urls ?? []), place];
        entries.set(key, {
          kind: 'field',
          title: name,
          context: `${schema} · ${typeOf(value)}`,
          text: description,
          urls,
        });
      }
    }
  }
  return [...entries.values()];
}

function typeOf(value: SchemaObject): string {
  if (isReference(value)) return componentName(value);
  if (typeof value.items === 'object') return `list of ${typeOf(value.items)}`;
  return [value.type ?? 'any'].flat().join(' or ');
}

function problemEntries(contract: Contract): SearchEntry[] {
  const codes = problemCatalogue(contract).map(
    ({ code, status, title, when, action }): SearchEntry => ({
      kind: 'error',
      title: code,
      context: `${status} ${title}`,
      text: `${when} ${action}`,
      urls: [errorPage(code)],
    }),
  );
  return [...codes, ...entryCodeEntries(contract)];
}

function entryCodeEntries({ texts }: Contract): SearchEntry[] {
  const [, section = ''] = textOf(texts, 'guidelines/errors.md').split('## Entry codes');
  return [...section.matchAll(/^\| `(\w+)` *\| (.+?) *\|$/gm)].map(([, code = '', meaning = '']) => ({
    kind: 'error',
    title: code,
    context: 'code of an error entry',
    text: meaning,
    urls: [`${errorsGuide}#entry-codes-${code}`],
  }));
}

/** One entry per section of a guide, except decisions and problem codes, which have their own entries. */
function guideEntries(
  { guide, title, markdown, headings }: RenderedGuide,
  { problems }: Contract,
): SearchEntry[] {
  const sections = withoutCode(markdown)
    .split(/^#{1,6} .+$/m)
    .slice(1);
  return headings
    .map(
      ({ id, text, level }, index): SearchEntry => ({
        kind: 'guide',
        title: text,
        context: level === 1 ? guide.summary : title,
        text: words(sections[index] ?? ''),
        ...(level === 1 && guide.synonyms !== undefined ? { synonyms: guide.synonyms } : {}),
        urls: [level === 1 ? guidePage(guide) : `${guidePage(guide)}#${id}`],
      }),
    )
    .filter(({ title: heading }) => !/^D-\d+:/.test(heading) && !problems.has(heading));
}

function withoutCode(markdown: string): string {
  return markdown.replace(/```[\s\S]*?```/g, ' ');
}

function words(markdown: string): string {
  return markdown
    .replace(/\]\([^)]*\)|[[\]*`|]|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function decisionEntries({ decisions }: Contract): SearchEntry[] {
  return [...decisions.values()].map(({ id, question, choice }) => ({
    kind: 'decision',
    title: question,
    name: id,
    context: id,
    text: choice,
    urls: [decisionAnchor(id)],
  }));
}
