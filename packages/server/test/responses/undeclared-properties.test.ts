import { describe, expect, test } from 'vitest';
import { contractOfPaths, contractWith, responseExample } from '../support/examples.ts';
import { type Handlers, startServer, type TestOptions } from '../support/harness.ts';
import { expectNeutral } from '../support/neutral-error.ts';

const OPTIONS = { contract: contractOfPaths('getWebhook', 'listWebhooks'), validation: 'compiled' } as const;
const ETAG = { ETag: '"1"' };

const rejected = async (
  operationId: string,
  response: object,
  pointer: string,
  options: TestOptions = {},
) => {
  const handlers: Handlers = { [operationId]: () => response };
  const server = await startServer({ ...OPTIONS, handlers, ...options });
  const sent = await server.call(operationId);
  const status = (response as { status: number }).status;
  expectNeutral(
    sent,
    server,
    new RegExp(
      `^The ${status} response of ${operationId} has a value at ${pointer} that the contract does not declare`,
    ),
    operationId,
  );
  expect(sent.text).not.toContain('whsec_');
};

/** For responses that change each time they are read: the one that is sent has no secret. */
const rejectedOrClean = async (response: object) => {
  const server = await startServer({ ...OPTIONS, handlers: { getWebhook: () => response } });
  const { text } = await server.call('getWebhook');
  expect(text).not.toContain('whsec_');
};

const secret = 'whsec_c2VjcmV0';

/** A response with a secret at the location where the request has one. */
function webhook(more: object) {
  const { data } = responseExample('getWebhook') as { data: object };
  return { status: 200, body: { data: { ...data, ...more } }, headers: ETAG };
}

describe.each([true, 0.001, false])('what is write-only (validateResponses: %s)', (validateResponses) => {
  test('is not sent with the resource', async () => {
    await rejected('getWebhook', webhook({ secret }), '/data/secret', { validateResponses });
    await rejected('getWebhook', webhook({ headers: { authorization: secret } }), '/data/headers', {
      validateResponses,
    });
  });
});

describe('what the contract does not declare', () => {
  const options = { validateResponses: false };

  test('is not sent in a list', async () => {
    const body = responseExample('listWebhooks') as { data: object[] };
    const response = { status: 200, body: { ...body, data: [...body.data, { ...body.data[0], secret }] } };
    await rejected('listWebhooks', response, `/data/${body.data.length}/secret`, options);
  });

  test('is not sent where text belongs', () =>
    rejected('getWebhook', webhook({ name: { secret } }), '/data/name/secret', options));

  test('is not sent where a list or nothing belongs', async () => {
    await rejected('getWebhook', webhook({ name: [secret] }), '/data/name', options);
    await rejected('deleteWebhook', { status: 200, body: { secret } }, '/secret', options);
  });

  test('is not sent by the toJSON of an object', () =>
    rejected('getWebhook', webhook({ name: { toJSON: () => ({ secret }) } }), '/data/name/secret', options));

  test('is not sent by the toJSON of a function, or by one that looks at its name', async () => {
    const toJSON = (key?: string) => (key === 'name' ? { secret } : 'On call');
    const callable = Object.assign(() => undefined, { toJSON });
    await rejected('getWebhook', webhook({ name: callable }), '/data/name/secret', options);
    await rejected('getWebhook', webhook({ name: { toJSON } }), '/data/name/secret', options);
    await rejected('getWebhook', webhook({ more: callable }), '/data/more', options);
  });

  test('is not sent by a body that changes when it is read again', async () => {
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

  test('is not sent if it is declared as write-only', async () => {
    const contract = contractWith(OPTIONS.contract, ({ components }) => {
      components.schemas.Webhook.properties.name.writeOnly = true;
    });
    await rejected('getWebhook', webhook({ name: 'On call' }), '/data/name', { ...options, contract });
  });

  test('is reported with an escaped pointer', () =>
    rejected('getWebhook', webhook({ 'a/b~c': secret }), '/data/a~1b~0c', options));
});

describe('what JSON leaves out by itself', () => {
  test('is not a violation', async () => {
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

describe('what JSON writes', () => {
  const sent = async (more: object) => {
    const { data } = responseExample('getWebhook') as { data: object };
    // A spread would call getters.
    const described = Object.defineProperties({ ...data }, Object.getOwnPropertyDescriptors(more));
    const handlers: Handlers = {
      getWebhook: () => ({ status: 200, body: { data: described }, headers: ETAG }),
    };
    const server = await startServer({ ...OPTIONS, handlers });
    return server.call('getWebhook');
  };

  test('is what is validated: a number that is not finite is null', async () => {
    expect((await sent({ createdAt: Number.NaN })).status).toBe(500);
  });

  test('of an object that is a text is the text', async () => {
    const { status, body } = await sent({ name: Object('On call') });
    expect([status, body.data.name]).toEqual([200, 'On call']);
  });

  test('is read once', async () => {
    let times = 0;
    const { status, body } = await sent({
      get name() {
        times += 1;
        return `On call ${times}`;
      },
    });
    expect([status, body.data.name]).toEqual([200, 'On call 1']);
  });
});
