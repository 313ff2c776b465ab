import { describe, expect, it } from 'vitest';
import { contractOfPaths, contractWith, responseExample } from '../support/examples.ts';
import { type Handlers, startServer, type TestOptions } from '../support/harness.ts';
import { expectNeutral } from '../support/neutral-error.ts';

const OPTIONS = { contract: contractOfPaths('getWebhook', 'listWebhooks'), validation: 'compiled' } as const;
const ETAG = { ETag: '"1"' };

const refused = async (operationId: string, answer: object, pointer: string, options: TestOptions = {}) => {
  const handlers: Handlers = { [operationId]: () => answer };
  const server = await startServer({ ...OPTIONS, handlers, ...options });
  const sent = await server.call(operationId);
  const status = (answer as { status: number }).status;
  expectNeutral(
    sent,
    server,
    new RegExp(
      `^The ${status} answer of ${operationId} has something at ${pointer} that the contract does not declare`,
    ),
    operationId,
  );
  expect(sent.text).not.toContain('whsec_');
};

/** For answers that are another one each time: whichever it is that leaves, it has no secret. */
const rejectedOrClean = async (answer: object) => {
  const server = await startServer({ ...OPTIONS, handlers: { getWebhook: () => answer } });
  const { text } = await server.call('getWebhook');
  expect(text).not.toContain('whsec_');
};

const secret = 'whsec_c2VjcmV0';

/** An answer with a secret where its request has one. */
function webhook(more: object) {
  const { data } = responseExample('getWebhook') as { data: object };
  return { status: 200, body: { data: { ...data, ...more } }, headers: ETAG };
}

describe.each([true, 0.001, false])('what is write-only (validateResponses: %s)', (validateResponses) => {
  it('does not leave with the resource', async () => {
    await refused('getWebhook', webhook({ secret }), '/data/secret', { validateResponses });
    await refused('getWebhook', webhook({ headers: { authorization: secret } }), '/data/headers', {
      validateResponses,
    });
  });
});

describe('what the contract does not declare', () => {
  const options = { validateResponses: false };

  it('does not leave in a list', async () => {
    const body = responseExample('listWebhooks') as { data: object[] };
    const answer = { status: 200, body: { ...body, data: [...body.data, { ...body.data[0], secret }] } };
    await refused('listWebhooks', answer, `/data/${body.data.length}/secret`, options);
  });

  it('does not leave where text belongs', () =>
    refused('getWebhook', webhook({ name: { secret } }), '/data/name/secret', options));

  it('does not leave where a list or nothing belongs', async () => {
    await refused('getWebhook', webhook({ name: [secret] }), '/data/name', options);
    await refused('deleteWebhook', { status: 200, body: { secret } }, '/secret', options);
  });

  it('does not leave by the toJSON of an object', () =>
    refused('getWebhook', webhook({ name: { toJSON: () => ({ secret }) } }), '/data/name/secret', options));

  it('does not leave by the toJSON of a function, or by one that looks at its name', async () => {
    const toJSON = (key?: string) => (key === 'name' ? { secret } : 'On call');
    const callable = Object.assign(() => undefined, { toJSON });
    await refused('getWebhook', webhook({ name: callable }), '/data/name/secret', options);
    await refused('getWebhook', webhook({ name: { toJSON } }), '/data/name/secret', options);
    await refused('getWebhook', webhook({ more: callable }), '/data/more', options);
  });

  it('does not leave by a body that says something else when it is read again', async () => {
    const names: unknown[] = [];
    const name = { toJSON: () => names.shift() };
    const { data } = responseExample('getWebhook') as { data: object };
    const rows: object[] = [];
    const body = {
      get data() {
        return rows.shift();
      },
    };
    rows.push(data, { ...data, secret }, { ...data, secret });
    await rejectedOrClean({ status: 200, body, headers: ETAG });
    names.push('On call', { secret }, { secret });
    await rejectedOrClean(webhook({ name }));
  });

  it('does not leave if it is declared as write-only', async () => {
    const contract = contractWith(OPTIONS.contract, ({ components }) => {
      components.schemas.Webhook.properties.name.writeOnly = true;
    });
    await refused('getWebhook', webhook({ name: 'On call' }), '/data/name', { ...options, contract });
  });

  it('has a pointer that escapes what a name can hold', () =>
    refused('getWebhook', webhook({ 'a/b~c': secret }), '/data/a~1b~0c', options));
});

describe('what JSON leaves out by itself', () => {
  it('is no reason to refuse an answer', async () => {
    class Row {
      readonly id = '018f6d30-6c7d-7e8f-9a0b-1c2d3e4f5061';
    }
    Object.defineProperty(Row.prototype, 'secret', { value: secret, enumerable: true });
    const { data } = responseExample('getWebhook') as { data: object };
    const row = Object.assign(new Row(), data, { headers: undefined, reload() {}, createdAt: new Date(0) });
    const handlers: Handlers = { getWebhook: () => ({ status: 200, body: { data: row }, headers: ETAG }) };
    const server = await startServer({ ...OPTIONS, handlers });
    const { status, body } = await server.call('getWebhook');
    expect([status, body.data]).toEqual([
      200,
      { ...data, id: row.id, createdAt: '1970-01-01T00:00:00.000Z' },
    ]);
  });
});
