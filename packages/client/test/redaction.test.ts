import { type OperationId, operations, secretFields } from '@penstock/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretNames } from '../src/generated/secret-names.ts';
import {
  createManagementClient,
  createObservabilityClient,
  type Hooks,
  type RequestEvent,
} from '../src/index.ts';
import { printed } from './support/printed.ts';
import { KEY_SECRET, SCOPE, TOKEN } from './support/scope.ts';

/*
 * Secrets of request bodies and the credential never appear in errors, results, hooks, or their printed forms, even if the
 * server repeats the whole request.
 */

/** Unique text with characters that JSON and regular expressions escape. */
const secretText = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 0, maxLength: 12 }), fc.uuid())
  .map(([text, id]) => `${text}"\\$&${id}`);

/** Returns a body with a secret at each pointer, and ordinary text. */
function bodyOf(pointers: readonly string[], secrets: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = { name: 'ordinary' };
  for (const [index, pointer] of pointers.entries()) {
    const steps = pointer.split('/').slice(1);
    const last = steps.pop() ?? '';
    const parent = steps.reduce<Record<string, unknown>>((node, step) => {
      node[step] ??= { ordinary: 'ordinary' };
      return node[step] as Record<string, unknown>;
    }, body);
    // A secret object, such as the headers of a webhook, may contain any value.
    parent[last] =
      last === 'headers' ? { 'X-Key': secrets[index], list: [{ of: secrets[index] }] } : secrets[index];
  }
  return body;
}

const operationsWithSecrets = Object.keys(secretFields) as (keyof typeof secretFields & OperationId)[];

const cases = fc.constantFrom(...operationsWithSecrets).chain((operationId) => {
  const pointers = secretFields[operationId] ?? [];
  return fc.record({
    operationId: fc.constant(operationId),
    pointers: fc.subarray([...pointers], { minLength: 1 }),
    secrets: fc.array(secretText, { minLength: pointers.length, maxLength: pointers.length }),
    status: fc.constantFrom(200, 400, 409, 500),
    repeats: fc.constantFrom('detail', 'errors', 'html', 'failure', 'code'),
  });
});

type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns a `fetch` whose response repeats the request. */
function repeating({ status, repeats }: Case) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const repeated = `${url} ${JSON.stringify(init.headers)} ${init.body} ${textsOf(JSON.parse(String(init.body))).join(' ')}`;
    if (repeats === 'failure') throw Object.assign(new Error(repeated), { cause: { repeated, init } });
    if (repeats === 'html') return new Response(`<pre>${repeated}</pre>`, { status });
    const problem = {
      title: repeated,
      status,
      code: repeats === 'code' ? repeated : 'rejected',
      detail: repeated,
    };
    const errors = [{ pointer: repeated, code: repeated, message: repeated, received: { deep: [repeated] } }];
    return Response.json(repeats === 'errors' ? { ...problem, errors } : problem, { status });
  };
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Returns the escaped forms of a text. */
function forms(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}

test('secrets of bodies and credentials never appear in the output of the client', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (example) => {
      const body = bodyOf(example.pointers, example.secrets);
      const output: unknown[] = [];
      const record = (event: RequestEvent | { request: RequestEvent }) => {
        output.push(event, ('request' in event ? event.request : event).body());
      };
      const hooks: Hooks = { onRequest: record, onResponse: record, onRetry: record, onError: record };
      const common = { baseUrl: 'https://penstock.invalid', fetch: repeating(example), retries: 0, hooks };
      const management = createManagementClient({ ...common, keyId: 'key', keySecret: KEY_SECRET });
      const observability = createObservabilityClient({ ...common, token: TOKEN });
      const clients = { ...management.service(SCOPE), team: observability };
      output.push(management, observability, await called(clients, example.operationId, body).safe());

      const text = output.map(printed).join('\n');
      // One comparison, because a failure would print the whole text.
      const sent = [...textsOfSecrets(example), KEY_SECRET, btoa(`key:${KEY_SECRET}`), TOKEN];
      expect(sent.flatMap(forms).filter((form) => text.includes(form))).toEqual([]);
      expect(text).toContain('ordinary');
    }),
    { numRuns: 200 },
  );
});

test('the secret names are those of the contract', () => {
  const names = new Set(
    Object.values(secretFields).flatMap((pointers) => pointers.map((p) => p.split('/').at(-1))),
  );
  expect(new Set(secretNames)).toEqual(names);
});

function textsOfSecrets({ pointers, secrets }: Case): string[] {
  return secrets.slice(0, pointers.length);
}

// biome-ignore lint/suspicious/noExplicitAny: the operation is only known at run time.
function called(clients: any, operationId: OperationId, body: unknown) {
  const { surface, tag, method } = operations[operationId];
  const resource = surface === 'management' ? clients[tag] : clients.team[tag];
  return method === 'post' ? resource.create(body) : resource.update('id', body);
}
