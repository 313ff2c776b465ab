import { inspect } from 'node:util';
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
import { KEY_SECRET, SCOPE, TOKEN } from './scope.ts';

/*
 * Whatever the contract calls a secret of a request body, and the credential, is in nothing that the client shows: errors,
 * results, hooks and what they print as. The server repeats all that it was sent, in every way that it can.
 */

/** Text that does not occur elsewhere, and that JSON and regular expressions have to escape. */
const secretText = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 0, maxLength: 12 }), fc.uuid())
  .map(([text, id]) => `${text}"\\$&${id}`);

/** A body that has a secret at each of some pointers, and ordinary text beside. */
function bodyOf(pointers: readonly string[], secrets: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = { name: 'ordinary' };
  for (const [index, pointer] of pointers.entries()) {
    const steps = pointer.split('/').slice(1);
    const last = steps.pop() ?? '';
    const holder = steps.reduce<Record<string, unknown>>((node, step) => {
      node[step] ??= { ordinary: 'ordinary' };
      return node[step] as Record<string, unknown>;
    }, body);
    // A secret as a whole, such as the headers of a webhook, may hold anything.
    holder[last] =
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

/** Answers with everything that it was sent. */
function repeating({ status, repeats }: Case) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const said = `${url} ${JSON.stringify(init.headers)} ${init.body} ${textsOf(JSON.parse(String(init.body))).join(' ')}`;
    if (repeats === 'failure') throw Object.assign(new Error(said), { cause: { said, init } });
    if (repeats === 'html') return new Response(`<pre>${said}</pre>`, { status });
    const problem = { title: said, status, code: repeats === 'code' ? said : 'refused', detail: said };
    const errors = [{ pointer: said, code: said, message: said, received: { deep: [said] } }];
    return Response.json(repeats === 'errors' ? { ...problem, errors } : problem, { status });
  };
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function printed(value: unknown): string {
  const deep = inspect(value, { depth: null, showHidden: true, getters: true });
  const error = value as Error;
  return [String(value), deep, JSON.stringify(value), error?.message, error?.stack].join('\n');
}

/** The ways in which a text can stand in another. */
function forms(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}

test('no secret of a body and no credential is in anything that the client shows', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (example) => {
      const body = bodyOf(example.pointers, example.secrets);
      const shown: unknown[] = [];
      const note = (event: RequestEvent | { request: RequestEvent }) => {
        shown.push(event, ('request' in event ? event.request : event).body());
      };
      const hooks: Hooks = { onRequest: note, onResponse: note, onRetry: note, onError: note };
      const common = { baseUrl: 'https://penstock.invalid', fetch: repeating(example), retries: 0, hooks };
      const management = createManagementClient({ ...common, keyId: 'key', keySecret: KEY_SECRET });
      const observability = createObservabilityClient({ ...common, token: TOKEN });
      const clients = { ...management.service(SCOPE), team: observability };
      shown.push(management, observability, await called(clients, example.operationId, body).safe());

      const text = shown.map(printed).join('\n');
      // One comparison, since a failure would print all of the text.
      const sent = [...textsOfSecrets(example), KEY_SECRET, btoa(`key:${KEY_SECRET}`), TOKEN];
      expect(sent.flatMap(forms).filter((form) => text.includes(form))).toEqual([]);
      expect(text).toContain('ordinary');
    }),
    { numRuns: 200 },
  );
});

test('the names are those that the contract lists', () => {
  const names = new Set(
    Object.values(secretFields).flatMap((pointers) => pointers.map((p) => p.split('/').at(-1))),
  );
  expect(new Set(secretNames)).toEqual(names);
});

function textsOfSecrets({ pointers, secrets }: Case): string[] {
  return secrets.slice(0, pointers.length);
}

// biome-ignore lint/suspicious/noExplicitAny: the body is made for the operation by what the contract says.
function called(clients: any, operationId: OperationId, body: unknown) {
  const { surface, tag, method } = operations[operationId];
  const resource = surface === 'management' ? clients[tag] : clients.team[tag];
  return method === 'post' ? resource.create(body) : resource.update('id', body);
}
