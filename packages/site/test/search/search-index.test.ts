import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { indexOptions } from '../../assets/search/index-options.js';
import { rank } from '../../assets/search/rank.js';
import { builtSite, text } from '../support/built-site.ts';

const site = await builtSite();
const index = MiniSearch.loadJSON(text(site, 'search/index.json'), indexOptions);

test.each([
  ['an operation by its id', 'updatePipeScaling', 'operation', 'Scale a pipe'],
  ['an operation by its words', 'resync', 'operation', 'Start, stop or resync a pipe'],
  ['a field by a part of its name', 'cpu', 'field', 'replicaCpuMillicores'],
  ['a field by a prefix of its name', 'streaming_max', 'field', 'streaming_max_insert_wait_ms'],
  ['a parameter', 'idempotency-key', 'field', 'Idempotency-Key'],
  ['an error code', 'idempotency_key_reused', 'error', 'idempotency_key_reused'],
  ['the code of an error entry', 'unknown_property', 'error', 'unknown_property'],
  ['a section of a guide', 'check the signature', 'guide', 'Check the signature'],
  ['a word that is misspelt', 'webhok deliveries', 'guide', 'Webhook deliveries'],
  ['a decision by its id', 'D-28', 'decision', 'Which states exist?'],
  ['a field by its exact name before longer names', 'cursor', 'field', 'cursor'],
  ['a guide by a synonym', 'pagination', 'guide', 'Paging and filters'],
  ['a guide by a sentence', 'how do i authenticate', 'guide', 'Authentication'],
  ['a guide by a symptom', 'my pipe is stuck', 'guide', 'The life cycle of a pipe'],
  ['a section by a sentence', 'filter alerts by state', 'guide', 'Filters'],
  ['an error by its status', '412', 'error', 'precondition_failed'],
])('finds %s', (_, query, kind, title) => {
  const [first] = rank(index, query).filter((result) => result.kind === kind);
  expect(first?.title).toBe(title);
});

test('an exact name ranks first', () => {
  expect(rank(index, 'updatePipe')[0]?.title).toBe('Update a pipe');
  expect(rank(index, 'precondition_failed')[0]?.title).toBe('precondition_failed');
});

test('finds nothing for an unknown word', () => {
  expect(rank(index, 'zzyzx')).toEqual([]);
});

test('a field of both surfaces is one result with two links', () => {
  const found = rank(index, 'lastEvaluation').find(({ context }) => context.startsWith('Alert '));
  expect(found?.urls).toEqual([
    'reference/management/alerts/listStackAlerts/#response.result.lastEvaluation',
    'reference/observability/alerts/listAlerts/#response.data.lastEvaluation',
  ]);
});

test('every result leads to an existing page and fragment', () => {
  const urls = index.search(MiniSearch.wildcard).flatMap((result) => result.urls as string[]);
  expect(urls.length).toBeGreaterThan(800);
  for (const url of urls) {
    const [page = '', fragment = ''] = url.split('#');
    const file = page.replace(/\/$/, '/index.html');
    expect(site.has(file), url).toBe(true);
    if (fragment) expect(text(site, file), url).toContain(`id="${decodeURI(fragment)}"`);
  }
});
