import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createCertificates } from '@penstock/kafka/certificates';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Receiver } from '../../../src/worker/deliveries/receiver.ts';
import { receiverAddresses } from '../../../src/worker/deliveries/receiver-addresses.ts';
import { createSender } from '../../../src/worker/deliveries/sender.ts';
import { closedPort } from '../../support/closed-port.ts';
import { notification, SECRET } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/test-server.ts';
import { type Behaviour, close, hang, respond, startReceiver } from '../../support/webhook-receiver.ts';

const LOOPBACK = { allowedHosts: ['127.0.0.1', 'localhost'], resolveHost: async () => ['127.0.0.1'] };
const send = createSender(receiverAddresses(LOOPBACK));
/** For receivers that do not respond. */
const hurriedly = createSender(receiverAddresses(LOOPBACK), 100);

const receiver = (url: string, given: Partial<Receiver> = {}): Receiver => ({
  url,
  service: 'generic',
  secrets: { secret: SECRET },
  ...given,
});

async function attempt(behaviour: Behaviour, given: Partial<Receiver> = {}, by = send) {
  const started = await startReceiver(behaviour);
  const result = await by(receiver(started.url, given), notification());
  return { ...result, received: started.received };
}

describe('a request', () => {
  test('is the notification, signed in the format of Standard Webhooks', async () => {
    const { url, received } = await startReceiver(respond(204));
    const message = notification();
    const headers = { 'X-Team': 'shop', 'User-Agent': 'Ours' };
    const { attempt: made, conclusion } = await send(
      receiver(url, { secrets: { secret: SECRET, headers } }),
      message,
    );
    expect(made).toEqual({
      attemptedAt: expect.any(String),
      durationMs: expect.any(Number),
      status: 204,
      responseBody: '',
    });
    expect(conclusion).toBe('delivered');
    const [request] = received;
    expect(JSON.parse(request?.body ?? '')).toEqual(message);
    expect(request?.headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'webhook-id': message.eventId },
      ...{ 'x-team': 'shop', 'user-agent': 'Ours' },
    });
    new Webhook(SECRET).verify(request?.body ?? '', request?.headers as Record<string, string>);
  });

  test('has two signatures while the previous secret is valid, and one after that', async () => {
    const previous = 'whsec_YW5vdGhlci1leGFtcGxlLW9mLWEtc2VjcmV0';
    const { url, received } = await startReceiver(respond(200));
    const sendUntil = (until: number) =>
      send(
        receiver(url, {
          secrets: { secret: SECRET, previous: { secret: previous, until: new Date(until).toISOString() } },
        }),
        notification(),
      );
    await sendUntil(Date.now() + 60_000);
    await sendUntil(Date.now() - 1);
    const [during, after] = received.map(({ body, headers }) => ({
      verify: (secret: string) => new Webhook(secret).verify(body, headers as Record<string, string>),
      signatures: String(headers['webhook-signature']).split(' ').length,
    }));
    expect([during?.signatures, after?.signatures]).toEqual([2, 1]);
    for (const secret of [SECRET, previous]) expect(during?.verify(secret)).toBeDefined();
    expect(after?.verify(SECRET)).toBeDefined();
    expect(() => after?.verify(previous)).toThrow('No matching signature');
  });

  test('of a Slack webhook has no signature', async () => {
    const { received } = await attempt(respond(200), { service: 'slack' });
    expect(Object.keys(received[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([]);
    expect(JSON.parse(received[0]?.body ?? '').blocks).toHaveLength(1);
  });

  test('is not sent if the template does not result in JSON', async () => {
    const made = await attempt(respond(200), { body: 'Alert: {{data.alertName}}' });
    expect(made).toMatchObject({
      attempt: { error: expect.stringContaining('does not result in JSON') },
      conclusion: 'rejected',
      received: [],
    });
  });

  test('is not sent if the template results in more than a mebibyte', async () => {
    const { received, attempt: made } = await attempt(respond(200), {
      body: `"${'{{data.message}}'.repeat(20_000)}"`,
    });
    expect([received, made.error]).toEqual([[], expect.stringContaining('more than 1 MiB')]);
  });
});

describe('the conclusion', () => {
  test.each([
    [200, 'delivered'],
    [299, 'delivered'],
    [302, 'rejected'],
    [400, 'rejected'],
    [404, 'rejected'],
    [408, 'retry'],
    [410, 'rejected'],
    [425, 'retry'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
  ])('from the status %i is: %s', async (status, conclusion) => {
    const result = await attempt(respond(status, {}, 'why'));
    expect(result).toMatchObject({ attempt: { status, responseBody: 'why' }, conclusion });
    expect(result.attempt.error).toBeUndefined();
    expect(result.goneUrl !== undefined).toBe(status === 410);
  });

  test('from a redirect does not follow it', async () => {
    const target = await startReceiver(respond(200));
    const { attempt: made } = await attempt(respond(307, { location: target.url }));
    expect([made.status, target.received]).toEqual([307, []]);
  });

  test.each([
    ['2', 2_000],
    ['not a date', undefined],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ])('contains Retry-After: %s', async (header, retryAfterMs) => {
    expect((await attempt(respond(503, { 'retry-after': header }))).retryAfterMs).toBe(retryAfterMs);
  });

  test('is that the receiver did not respond in time', async () => {
    const { attempt: made, conclusion } = await attempt(hang, {}, hurriedly);
    expect(made.error).toBe('The receiver did not respond within 0.1 seconds.');
    expect([made.status, made.responseBody, conclusion]).toEqual([undefined, undefined, 'retry']);
  });

  test('is that the receiver closed the connection', async () => {
    const { attempt: made, conclusion } = await attempt(close);
    expect(made.error).toBe('The receiver closed the connection before it responded.');
    expect(conclusion).toBe('retry');
  });

  test('is that nothing listens', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/`;
    const { attempt: made, conclusion } = await send(receiver(url), notification());
    expect([made.error, conclusion]).toEqual(['The connection was refused.', 'retry']);
  });

  test('is that the response is not HTTP', async () => {
    const { attempt: made, conclusion } = await attempt((response) =>
      response.socket?.end('SSH-2.0\r\n\r\n'),
    );
    expect([made.error, conclusion]).toEqual(['The response is not valid HTTP.', 'retry']);
  });
});

describe('the response', () => {
  test('is kept up to 1,024 bytes, without a cut character', async () => {
    const { attempt: made } = await attempt(respond(200, {}, `x${'ä'.repeat(100_000)}`));
    expect(made.responseBody).toBe(`x${'ä'.repeat(511)}`);
  });

  test('that does not end is cut, and its status counts', async () => {
    const { attempt: made, conclusion } = await attempt(
      (response) => response.writeHead(200).write('so far'),
      {},
      hurriedly,
    );
    expect([made.status, made.responseBody, conclusion]).toEqual([200, 'so far', 'delivered']);
  });

  test('that breaks is cut, and its status counts', async () => {
    const { attempt: made, conclusion } = await attempt((response) => {
      response.writeHead(500, { 'content-length': '1000' }).write('so far');
      setImmediate(() => response.socket?.destroy());
    });
    expect([made.status, made.responseBody, conclusion]).toEqual([500, 'so far', 'retry']);
  });

  test('that echoes the request contains no secrets', async () => {
    const headers = { authorization: 'Bearer of-the-first-hour', 'x-key': 'a "quoted" key', 'x-short': 'a' };
    const { attempt: made } = await attempt(
      (response, request) => response.end(JSON.stringify(request.headers)),
      { secrets: { secret: SECRET, headers } },
    );
    expect(made.responseBody).toContain('"authorization":"***"');
    expect(made.responseBody).not.toMatch(/first-hour|quoted|ZXhhbXBsZS/);
    const { attempt: part } = await attempt(
      (response) => response.end(`${'x'.repeat(1_000)} of-the-first-hour ${'x'.repeat(100)}`),
      { secrets: { secret: SECRET, headers } },
    );
    expect(part.responseBody).not.toContain('of-the');
    expect(part.responseBody).toHaveLength(1_024);
  });
});

describe('the address', () => {
  const FORBIDDEN = expect.stringContaining('special address, so nothing was sent');
  const through = (...lookups: string[][]) => {
    const asked: string[] = [];
    const resolveHost = async (host: string) => {
      asked.push(host);
      return lookups[asked.length - 1] ?? [];
    };
    return { asked, by: createSender(receiverAddresses({ allowedHosts: ['receiver.test'], resolveHost })) };
  };

  test('that was checked is the one connected to: the name is resolved once', async () => {
    const { port, received } = await startReceiver(respond(200));
    const { asked, by } = through(['127.0.0.1'], ['192.0.2.1']);
    const { conclusion } = await by(receiver(`http://receiver.test:${port}/`), notification());
    expect([conclusion, asked]).toEqual(['delivered', ['receiver.test']]);
    expect(received[0]?.headers.host).toBe(`receiver.test:${port}`);
  });

  test.each([
    '127.0.0.1',
    '10.0.0.7',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('is rejected if it has become %s since the webhook was created', async (address) => {
    const { port, received } = await startReceiver(respond(200));
    const { by } = through(['93.184.215.14', address]);
    const result = await by(receiver(`http://rebound.test:${port}/`), notification());
    expect(result).toMatchObject({ attempt: { error: FORBIDDEN }, conclusion: 'retry' });
    expect(received).toEqual([]);
  });

  test.each(['http://127.0.0.1:1/', 'http://[::1]:1/', 'http://localhost:1/', 'http://2130706433:1/'])(
    'in the URL %s is rejected',
    async (url) => {
      const { asked, by } = through(['93.184.215.14']);
      const { attempt: made } = await by(receiver(url), notification());
      expect([made.error, asked]).toEqual([FORBIDDEN, []]);
    },
  );

  test('of a name that does not resolve is looked up again by the next attempt', async () => {
    const result = await through([]).by(receiver('http://unknown.test/'), notification());
    expect(result).toMatchObject({
      attempt: { error: 'The name of the host does not resolve.' },
      conclusion: 'retry',
    });
  });
});

test('a certificate is checked against the name, at the checked address', async () => {
  const { authority, server } = await createCertificates(temporaryFolder());
  const { port, received } = await startReceiver(respond(200), server);
  const byName = (host: string) => send(receiver(`https://${host}:${port}/`), notification());
  expect((await byName('localhost')).attempt.error).toContain(
    'The certificate of the receiver is not trusted',
  );
  const trusted = getCACertificates();
  onTestFinished(() => setDefaultCACertificates(trusted));
  setDefaultCACertificates([...trusted, authority]);
  expect((await byName('localhost')).conclusion).toBe('delivered');
  expect(received.map(({ serverName }) => serverName)).toEqual(['localhost']);
  const elsewhere = createSender(receiverAddresses({ ...LOOPBACK, allowedHosts: ['other.test'] }));
  const { attempt: made } = await elsewhere(receiver(`https://other.test:${port}/`), notification());
  expect(made.error).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
});

test('an attempt that is stopped throws, so that it does not count', async () => {
  const { url } = await startReceiver(hang);
  await expect(send(receiver(url), notification(), AbortSignal.abort())).rejects.toThrow('aborted');
});
