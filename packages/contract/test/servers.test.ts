import { expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';

interface Server {
  readonly url: string;
  readonly variables?: Readonly<
    Record<string, { readonly default: string; readonly enum?: readonly string[] }>
  >;
}

/** The URL with each variable at its default. */
function defaultUrl({ url, variables = {} }: Server): string {
  return url.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? expect.fail(name));
}

test.each(['management', 'observability'] as const)(
  'the servers of the %s document have no path, because its paths contain the version prefix (D-01)',
  (surface) => {
    const { servers } = contractDocument(surface) as unknown as { servers: readonly Server[] };
    expect(servers.map((server) => new URL(defaultUrl(server)).pathname)).toEqual(['/']);
    expect(servers.filter(({ url }) => url.endsWith('/'))).toEqual([]);
  },
);

test('the address of a self-hosted stack consists of variables', () => {
  const { servers } = contractDocument('observability') as unknown as { servers: readonly Server[] };
  expect(servers.map(({ url, variables }) => [url, Object.keys(variables ?? {})])).toEqual([
    ['{scheme}://{host}:{port}', ['scheme', 'host', 'port']],
  ]);
});
