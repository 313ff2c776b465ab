import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createManagementClient, createObservabilityClient, type PenstockError } from '@penstock/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { documentationSnippets } from '../../../client/test/support/documentation.ts';
import { type Mock, startMock } from '../../src/index.ts';

/*
 * Runs the documentation of the client: all its snippets as one program, and the example of every method.
 */

const CLIENT = join(import.meta.dirname, '../../../client');
const SCOPE = {
  organizationId: '5b3a9e0c-6a0f-4d52-9c58-1f2f1c6f7a10',
  serviceId: '0d1f7c3e-9b2a-4f64-8a57-c2b8f3f0de21',
};

let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
});

afterAll(() => mock.close());

test('the snippets in the documentation of the client run as one program', async () => {
  const snippets = documentationSnippets();
  const folder = mkdtempSync(join(tmpdir(), 'penstock-documentation-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules/@penstock'), { recursive: true });
  symlinkSync(CLIENT, join(folder, 'node_modules/@penstock/client'));
  symlinkSync(join(CLIENT, 'node_modules/@opentelemetry'), join(folder, 'node_modules/@opentelemetry'));
  const program = snippets.join('\n').replaceAll('http://127.0.0.1:4010', mock.url);
  writeFileSync(join(folder, 'documentation.mts'), program);
  const parameters = ['--conditions=@penstock/source', '--no-warnings', 'documentation.mts'];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: folder });
  expect(stdout).toContain('Running');
  expect(snippets.length).toBeGreaterThan(6);
});

describe.each(['management', 'observability'] as const)('the examples of the %s methods', (surface) => {
  const source = readFileSync(join(CLIENT, `src/generated/${surface}.ts`), 'utf8');

  test.each(examplesIn(source))('%s', async (_, example) => {
    const management = createManagementClient({ baseUrl: mock.url, keyId: 'key', keySecret: 'secret' });
    const team = createObservabilityClient({ baseUrl: mock.url, token: 'token' });
    const resources: object = surface === 'management' ? management.service(SCOPE) : team;
    const names = Object.keys(resources);
    const program = `return (async () => {\n${example}\n})();`;
    const lines: unknown[] = [];
    const console = { log: (line: unknown) => lines.push(line) };
    const run: () => Promise<void> = new Function(...names, 'console', program).bind(
      undefined,
      ...Object.values(resources),
      console,
    );
    await run().catch((error: PenstockError) => {
      // The mock returns the same page each time, which the client detects.
      if (error.code !== 'paging_loop') throw error;
    });
    if (example.startsWith('for await')) expect(lines.length).toBeGreaterThan(0);
  });
});

/** Returns each operation with the example in its comment. */
function examplesIn(source: string): [operationId: string, example: string][] {
  const comments = source.match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  return comments.flatMap((comment): [string, string][] => {
    const text = comment.replaceAll(/^\s*\*( |\/$)?/gm, '');
    const [, operationId] = /\(`(\w+)`\)/.exec(text) ?? [];
    const [, example] = /@example\n([\s\S]*)$/.exec(text) ?? [];
    return operationId && example ? [[operationId, example.trim()]] : [];
  });
}
