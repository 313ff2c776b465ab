import { STATUS_CODES } from 'node:http';
import type { Contract } from '../contract/contract.ts';
import type { OperationFacts } from '../contract/operation-facts.ts';
import { textOf } from '../contract/texts.ts';
import { problemCatalogue } from '../facts/problem-catalogue.ts';
import { errorPage, errorsGuide, eventPage, groupPage, operationPage } from '../links.ts';
import { groupTitle } from '../reference/group-title.ts';
import { codeSamples } from '../samples/code-samples.ts';
import type { SearchEntry } from './search-entry.ts';

/** The operations. The names of the request examples find what creates a resource: `kafka` finds the one that creates a pipe. */
export function operationEntries({ operations }: Contract): SearchEntry[] {
  return [...operations.values()].map((operation) => ({
    kind: 'operation',
    title: operation.summary,
    name: operation.operationId,
    context: `${operation.method} ${shortPath(operation.path)} · ${operation.operationId}`,
    text: operation.description,
    ...(operation.idempotency === 'keyed' && {
      variants: operation.requestExamples.map(({ name }) => name).join(' '),
    }),
    urls: [operationPage(operation)],
  }));
}

/** Shortens the common prefix of the management paths. */
function shortPath(path: string): string {
  return path.replace(/\/organizations\/.*?\/services\/[^/]+/, '/…');
}

/** The groups of operations. A group of both surfaces is one entry. */
export function groupEntries({ surfaces }: Contract): SearchEntry[] {
  const groups = surfaces.flatMap(({ surface, tags }) => tags.map((tag) => ({ surface, tag })));
  return [...Map.groupBy(groups, ({ tag }) => tag.name)].map(([name, same]) => ({
    kind: 'group',
    title: groupTitle(name),
    context: 'all operations',
    text: same[0]?.tag.description ?? '',
    urls: same.map(({ surface }) => groupPage(surface, name)),
  }));
}

/** The webhook events. */
export function eventEntries({ events }: Contract): SearchEntry[] {
  return [...events.values()].map(({ name, summary, description }) => ({
    kind: 'event',
    title: groupTitle(name),
    name,
    context: summary,
    text: description,
    urls: [eventPage(name)],
  }));
}

/** The languages of the code samples, with the first operation of each surface. */
export function languageEntries({ surfaces }: Contract): SearchEntry[] {
  const [first] = surfaces.map(({ operations }) => operations[0] as OperationFacts);
  const languages = new Map(
    codeSamples(first as OperationFacts).map((sample) => [sample.lang, sample.label]),
  );
  return [...languages].map(([lang, label]) => ({
    kind: 'sample',
    title: label,
    name: lang,
    context: 'code samples of each operation',
    text: '',
    urls: surfaces.map(
      ({ operations }) => `${operationPage(operations[0] as OperationFacts)}#samples-${lang}`,
    ),
  }));
}

/** The error codes, by their status and its standard phrase as well, and the codes of error entries. */
export function problemEntries(contract: Contract): SearchEntry[] {
  const codes = problemCatalogue(contract).map(
    ({ code, status, title, when, action }): SearchEntry => ({
      kind: 'error',
      title: code,
      name: String(status),
      context: `${status} ${title}`,
      text: `${when} ${action}`,
      synonyms: STATUS_CODES[status] ?? '',
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
