import { operations } from '@penstock/contract';
import { expect, test } from 'vitest';
import { builtSite, text } from '../support/built-site.ts';

const site = await builtSite();

test('each operation has a form with its parameters and examples', () => {
  for (const [
    operationId,
    { pathParameters, queryParameters, headerParameters, requestBody },
  ] of Object.entries(operations)) {
    const form = JSON.parse(text(site, `lab/forms/${operationId}.json`));
    const names = form.parameters.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual([...pathParameters, ...queryParameters, ...headerParameters].sort());
    expect(form.examples === undefined).toBe(requestBody === 'none');
    for (const { text: example } of form.examples ?? []) expect(JSON.parse(example)).toBeTypeOf('object');
  }
});

test('the ids of created and of listed resources fill the path parameters of other operations', () => {
  const idsOf = (operationId: string) => JSON.parse(text(site, `lab/forms/${operationId}.json`));
  expect(idsOf('createPipe')).toMatchObject({ creates: 'pipeId', returnsPipe: true });
  expect(idsOf('listStackAlerts')).toMatchObject({ lists: 'alertId', returnsPipe: false });
  expect(idsOf('getPipe')).not.toHaveProperty('creates');
});

test('each problem has an existing page, and each header of the contract is explained', () => {
  const terms = JSON.parse(text(site, 'lab/terms.json'));
  const problems: { page: string }[] = Object.values(terms.problems);
  expect(problems.length).toBeGreaterThan(10);
  for (const { page } of problems) expect(site.has(`${page}index.html`)).toBe(true);
  for (const name of ['etag', 'idempotency-replayed', 'ratelimit', 'retry-after', 'x-request-id'])
    expect(terms.headers[name].description).not.toBe('');
  expect(terms.statuses).toMatchObject({ 200: 'OK', 412: 'Precondition Failed' });
});

test('the lab lists every operation', () => {
  const page = text(site, 'lab/index.html');
  for (const operationId of Object.keys(operations)) expect(page).toContain(`href="#${operationId}"`);
});
