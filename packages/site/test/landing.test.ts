import { operations } from '@penstock/contract';
import { expect, test } from 'vitest';
import { contractBundles, readBundles } from '../src/bundle.ts';
import { firstCall } from '../src/first-call.ts';
import { type SurfaceFacts, surfaceFacts } from '../src/surface-facts.ts';
import { builtSite, text } from './built-site.ts';

const [management, observability] = (await readBundles(contractBundles)).map(surfaceFacts) as [
  SurfaceFacts,
  SurfaceFacts,
];

test('says of each surface what its document says', async () => {
  const page = text(await builtSite(), 'index.html');
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

test.each([
  [management, '-u "$KEY_ID:$KEY_SECRET"'],
  [observability, '-H "Authorization: Bearer $TOKEN"'],
])('the first call of a surface needs nothing but credentials', (facts, credential) => {
  const { curl, operation } = firstCall(facts);
  expect(curl).toContain(credential);
  expect(curl).toContain(`"http://127.0.0.1:8080${facts.prefix}/`);
  expect(curl).not.toMatch(/\{\w+\}|\$undefined/);
  expect(curl.includes(" -d '")).toBe(operation.method === 'POST');
});

test('a quote in an example does not end the argument', () => {
  const operation = { operationId: 'x', method: 'POST', path: '/v1/x', summary: 'X', tag: 'x' };
  const facts = { ...management, operations: [{ ...operation, requestExample: { name: "it's" } }] };
  expect(firstCall(facts).curl).toContain(String.raw`"it'\''s"`);
});
