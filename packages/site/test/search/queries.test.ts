import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { indexOptions } from '../../assets/search/index-options.js';
import { rank } from '../../assets/search/rank.js';
import { builtSite, text } from '../support/built-site.ts';

const index = MiniSearch.loadJSON(text(await builtSite(), 'search/index.json'), indexOptions);

/** What people type, and the page that the first result must lead to. */
const QUERIES: readonly (readonly [query: string, page: string])[] = [
  // Commands and operations
  ['restart pipe', 'reference/management/pipes/updatePipeState/'],
  ['pause pipe', 'reference/management/pipes/updatePipeState/'],
  ['resnyc', 'reference/management/pipes/updatePipeState/'],
  ['create pipe', 'reference/management/pipes/createPipe/'],
  ['creat a pip', 'reference/management/pipes/createPipe/'],
  ['kafka', 'reference/management/pipes/createPipe/'],
  ['new connector', 'reference/management/pipes/createPipe/'],
  ['delete pipe', 'reference/management/pipes/deletePipe/'],
  ['list pipes', 'reference/management/pipes/listPipes/'],
  ['scale pipe', 'reference/management/pipes/updatePipeScaling/'],
  ['pipe metrics', 'reference/management/pipes/getPipeMetrics/'],
  ['dead letter queue', 'reference/management/pipes/listPipeErrors/'],
  ['replacePipeSettings', 'reference/management/pipes/replacePipeSettings/'],
  ['add dashboard', 'dashboards/create'],
  ['preview alert', 'alerts/preview'],
  ['alert history', 'History/'],
  ['test webhook', 'webhooks/test'],
  ['redeliver', 'webhooks/redeliver'],
  ['search logs', 'guides/queries.html'],
  ['GET /api/v2/alerts', 'reference/observability/alerts/listAlerts/'],
  // Statuses and errors
  ['401 unauthorized', 'reference/errors/unauthenticated/'],
  ['403', 'reference/errors/forbidden/'],
  ['404 not found', 'reference/errors/'],
  ['412', 'reference/errors/precondition_failed/'],
  ['429', 'reference/errors/rate_limit_exceeded/'],
  ['too many requests', 'reference/errors/rate_limit_exceeded/'],
  ['internal server error', 'reference/errors/internal_error/'],
  ['pipe_state_conflict', 'reference/errors/pipe_state_conflict/'],
  ['name already taken', 'reference/errors/name_taken/'],
  ['malformed json', 'reference/errors/malformed_json/'],
  // Concepts and guides
  ['quick start', 'guides/quick-start.html'],
  ['getting started', 'guides/quick-start.html'],
  ['authentication', 'guides/authentication.html'],
  ['authentification', 'guides/authentication.html'],
  ['api key', 'guides/authentication.html'],
  ['how do I sign in', 'guides/authentication.html'],
  ['rate limit', 'guides/rate-limits.html'],
  ['pagination', 'guides/paging.html'],
  ['retry', 'guides/idempotency.html'],
  ['idempotency', 'guides/idempotency.html'],
  ['etag', 'guides/concurrency.html'],
  ['my pipe is stuck', 'guides/pipe-life-cycle.html'],
  ['verify webhook signature', 'guides/webhook-deliveries.html'],
  ['wildcard', 'guides/lucene.html'],
  ['glossary', 'guides/glossary.html'],
  ['migrate', 'guides/migration.html'],
  // Fields, events and languages
  ['replicaCpuMillicores', 'reference/management/pipes/'],
  ['consumer group', 'reference/management/pipes/'],
  ['Idempotency-Key', 'reference/'],
  ['alert.firing', 'reference/events/'],
  ['python', '#samples-python'],
  ['golang', '#samples-go'],
  ['typescript', '#samples-typescript'],
  ['D-28', 'guides/decisions.html'],
];

test.each(QUERIES)('the first result for %j is %s', (query, page) => {
  const [first] = rank(index, query);
  expect(first?.urls[0]).toContain(page);
});
