import { expect, onTestFinished, test } from 'vitest';
import { type AssemblyOptions, assembleServer } from '../src/contracts.ts';
import { listen } from '../src/http/listen.ts';
import { contractOfPaths, pathOf, validResponse } from './support/examples.ts';

async function startOpenServer(options: AssemblyOptions): Promise<string> {
  const known = contractOfPaths('getPipe');
  const operations = known.operations
    .filter(({ operationId }) => operationId === 'getPipe')
    .map((operation) => ({ ...operation, security: [] }));
  const parts = { handlers: { getPipe: () => validResponse('getPipe') }, security: {} };
  const app = await assembleServer(
    { ...known, operations, securitySchemes: {} },
    new Map([['management', parts]]),
    options,
  );
  const { url, close } = await listen(app, { port: 0 });
  onTestFinished(() => close(0));
  return url;
}

test('an operation without security is served as the anonymous principal', async () => {
  const url = await startOpenServer({ anonymous: { id: 'anonymous' }, selfTest: false });
  expect((await fetch(url + pathOf('getPipe'))).status).toBe(200);
});

test('without an anonymous principal, an operation without security is an error at start', async () => {
  await expect(startOpenServer({ selfTest: false })).rejects.toThrow(/getPipe declares no security/);
});
