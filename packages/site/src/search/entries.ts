import { componentName, isReference, resolve, type SchemaObject } from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { descriptionWithDefault } from '../contract/operation-details.ts';
import { guidePage } from '../guides/guide.ts';
import type { RenderedGuide } from '../guides/page.ts';
import { decisionAnchor, operationPage } from '../links.ts';
import { schemaLocations } from '../reference/schema-locations.ts';
import {
  eventEntries,
  groupEntries,
  languageEntries,
  operationEntries,
  problemEntries,
} from './reference-entries.ts';
import type { SearchEntry } from './search-entry.ts';
import { synonymSection, synonymsFrom } from './synonyms.ts';

/** Returns the entries of the search index. */
export function searchEntries(contract: Contract, guides: readonly RenderedGuide[]): SearchEntry[] {
  const synonymsOf = synonymsFrom(contract);
  const entries = [
    ...operationEntries(contract),
    ...groupEntries(contract),
    ...eventEntries(contract),
    ...parameterEntries(contract),
    ...propertyEntries(contract),
    ...problemEntries(contract),
    ...guides.flatMap(guideEntries),
    ...languageEntries(contract),
    ...decisionEntries(contract),
  ];
  return entries.map((entry) =>
    isPage(entry)
      ? { ...entry, synonyms: `${entry.synonyms ?? ''} ${synonymsOf(entry.title)}`.trim() }
      : entry,
  );
}

/** Whether the entry has a page or a section of its own kind. Fields and decisions repeat the words of such pages. */
function isPage({ kind, urls: [url = ''] }: SearchEntry): boolean {
  return kind !== 'field' && kind !== 'decision' && !(kind === 'guide' && url.includes('#'));
}

function parameterEntries({ operations }: Contract): SearchEntry[] {
  const uses = [...operations.values()].flatMap((operation) =>
    operation.details.parameters.map((parameter) => ({ operation, parameter })),
  );
  return [...Map.groupBy(uses, ({ parameter }) => `${parameter.location} ${parameter.name}`).values()].map(
    (found) => {
      const [{ parameter }] = found as [(typeof found)[number]];
      const bySurface = Map.groupBy(found, ({ operation }) => operation.surface);
      return {
        kind: 'field',
        title: parameter.name,
        context: `${parameter.location} parameter of ${found.length === 1 ? found[0]?.operation.operationId : `${found.length} operations`}`,
        text: descriptionWithDefault(parameter),
        urls: [...bySurface.values()].map(([use]) => operationPage((use as (typeof uses)[number]).operation)),
      };
    },
  );
}

function propertyEntries(contract: Contract): SearchEntry[] {
  const locations = schemaLocations(contract);
  const entries = new Map<string, SearchEntry>();
  for (const { surface, document } of contract.bundles) {
    for (const [schema, { properties = {} }] of Object.entries(document.components.schemas ?? {})) {
      for (const [name, value] of Object.entries(properties)) {
        const key = `${schema}.${name}`;
        const location = locations.ofProperty(surface, schema, name);
        if (typeof value === 'boolean' || location === undefined) continue;
        const { description = '' } = resolve<SchemaObject>(document, value as SchemaObject);
        const urls = [...(entries.get(key)?.urls ?? []), location];
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

/** One entry per section of a guide, except decisions, which have their own entries, and the synonyms of the search. */
function guideEntries({ guide, title, markdown, headings }: RenderedGuide): SearchEntry[] {
  const sections = withoutCode(markdown)
    .split(/^#{1,6} .+$/m)
    .slice(1);
  return headings
    .map(
      ({ id, text, level }, index): SearchEntry => ({
        kind: 'guide',
        title: text,
        ...(level === 1 ? { name: guide.slug } : {}),
        context: level === 1 ? guide.summary : title,
        text: words(sections[index] ?? ''),
        ...(level === 1 && guide.synonyms !== undefined ? { synonyms: guide.synonyms } : {}),
        urls: [level === 1 ? guidePage(guide) : `${guidePage(guide)}#${id}`],
      }),
    )
    .filter(({ title: heading }) => !/^D-\d+:/.test(heading) && heading !== synonymSection);
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
