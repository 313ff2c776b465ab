import { operations } from '@penstock/contract';
import { expect, test } from 'vitest';
import type { SurfaceFacts } from '../../src/contract/surface-facts.ts';
import { firstCall } from '../../src/pages/first-call.ts';
import { sampleEnvironment } from '../../src/samples/environment.ts';
import { builtSite, text, words } from '../support/built-site.ts';
import { currentContract } from '../support/current-contract.ts';

const [management, observability] = (await currentContract()).surfaces as [SurfaceFacts, SurfaceFacts];

const site = await builtSite();

test('contains the facts of each surface', () => {
  const page = text(site, 'index.html');
  for (const { title, prefix, authentication } of [management, observability]) {
    expect(page).toContain(title);
    expect(page).toContain(`<code>${prefix}/…</code>`);
    expect(page).toContain(authentication.description);
  }
});

test('finds the prefix, the scheme and every operation of a surface', () => {
  expect([management.prefix, management.authentication.scheme]).toEqual(['/v1', 'basic']);
  expect([observability.prefix, observability.authentication.scheme]).toEqual(['/api/v2', 'bearer']);
  const found = [management, observability].flatMap((facts) => facts.operations);
  expect(found.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(operations).sort());
});

test.each([management, observability])('the first call of a surface needs only credentials', (facts) => {
  const { operation, samples } = firstCall(facts);
  expect(operation.method).toBe('GET');
  expect(operation.path).toMatch(
    /^[^{]*(\/organizations\/\{organizationId\}\/services\/\{serviceId\})?[^{]*$/,
  );
  expect(samples.map(({ lang }) => lang)).toEqual(['bash', 'typescript', 'python', 'go', 'rust', 'java']);
});

test('contains the first call in each language, and the commands that set its variables', () => {
  const page = words(site, 'index.html');
  expect(page).toContain(sampleEnvironment);
  for (const { source } of [management, observability].flatMap((facts) => firstCall(facts).samples))
    expect(page).toContain(source);
});
