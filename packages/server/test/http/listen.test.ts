import { once } from 'node:events';
import { type RequestListener, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ListenOptions, listen } from '../../src/index.ts';
import { responsesIn, talk } from '../support/raw-http.ts';

async function listening(app: RequestListener, options: Partial<ListenOptions> = {}) {
  const started = await listen(app, { port: 0, ...options });
  onTestFinished(() => started.close(0));
  return { ...started, port: Number(new URL(started.url).port) };
}

/** An app that delays its responses until the test releases them. */
function slowApp() {
  const waiting: ServerResponse[] = [];
  const app: RequestListener = (_request, response) => void waiting.push(response);
  return { app, waiting, arrived: (count: number) => expect.poll(() => waiting.length).toBe(count) };
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('listening', () => {
  test('is on loopback, at the URL that it returns', async () => {
    const { url } = await listening((_request, response) => void response.end('here'));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(url)).text()).toBe('here');
  });

  test('is rejected with the error of Node if the address is in use', async () => {
    const { port } = await listening((_request, response) => void response.end());
    await expect(listen(() => undefined, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test.each([{ headersTimeoutSeconds: 0 }, { requestTimeoutSeconds: Number.NaN }, { maxHeaderBytes: -1 }])(
    'is rejected with invalid options: %o',
    async (options) => {
      const [name] = Object.keys(options);
      await expect(listen(() => undefined, { port: 0, ...options })).rejects.toThrow(
        `${name} must be above 0`,
      );
    },
  );

  test('responds to invalid HTTP with a problem, and limits headers by its own option', async () => {
    const { port } = await listening((_request, response) => void response.end(), { maxHeaderBytes: 1024 });
    const large = await talk(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(1024)}\r\n\r\n`);
    expect(responsesIn(large)).toMatchObject([{ status: 431 }]);
    expect(responsesIn(await talk(port, 'hello\r\n\r\n'))).toMatchObject([{ status: 400 }]);
  });
});

describe('a caller that is too slow', () => {
  const QUICK = { headersTimeoutSeconds: 0.1, requestTimeoutSeconds: 0.2 };

  test('is cut off, in the headers and in the body', async () => {
    const { port } = await listening((incoming) => void incoming.resume(), QUICK);
    const slow = [
      'GET / HTTP/1.1\r\nHo',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    ];
    for (const sent of slow) expect(responsesIn(await talk(port, sent))).toMatchObject([{ status: 408 }]);
  });

  test('is cut off without a request, too, and between two of them', async () => {
    const { port } = await listening((_incoming, response) => void response.end(), {
      ...QUICK,
      keepAliveTimeoutSeconds: 0.1,
    });
    await once(await connected(port), 'close');
    expect(responsesIn(await talk(port, GET))).toMatchObject([{ status: 200 }]);
  });
});

describe('closing', () => {
  test('lets a request in progress end, and announces the end of the connection', async () => {
    const { app, waiting, arrived } = slowApp();
    const { port, close } = await listening(app);
    const received = talk(port, GET);
    await arrived(1);
    const closed = close();
    waiting[0]?.end('served');
    const [response] = responsesIn(await received);
    expect(response).toMatchObject({ status: 200, body: 'served' });
    expect(response?.headers.get('connection')).toBe('close');
    await closed;
  });

  test('ends the connection of a response whose headers were already sent', async () => {
    const { app, waiting, arrived } = slowApp();
    const { port, close } = await listening(app);
    const received = talk(port, GET);
    await arrived(1);
    waiting[0]?.writeHead(200, { 'Content-Length': '6' }).write('ser');
    const closed = close();
    waiting[0]?.end('ved');
    expect(responsesIn(await received)).toMatchObject([{ status: 200, body: 'served' }]);
    await closed;
  });

  test('serves a request that comes on the connection of another one, and then ends it', async () => {
    const { app, waiting, arrived } = slowApp();
    const { port, close } = await listening(app);
    const client = await connected(port);
    client.write(GET);
    await arrived(1);
    waiting[0]?.end('first');
    await once(client, 'data');
    const closed = close(3600, 3600);
    const second = once(client, 'data');
    client.write(GET);
    await arrived(2);
    waiting[1]?.end('second');
    const [response] = responsesIn(String((await second)[0]));
    expect(response).toMatchObject({ status: 200, body: 'second' });
    expect(response?.headers.get('connection')).toBe('close');
    await closed;
  });

  test('resets no connection of busy clients: each gets its response', async () => {
    const { port, close } = await listening((_request, response) => void response.end('served'));
    const clients = await Promise.all(
      Array.from({ length: 48 }, async () => {
        const socket = connect(port, '127.0.0.1').setEncoding('latin1');
        onTestFinished(() => void socket.destroy());
        const received: string[] = [];
        socket.on('data', (text: string) => {
          received.push(text);
          if (!text.includes('Connection: close')) socket.write(GET);
        });
        socket.write(GET);
        await once(socket, 'data');
        return { received, ended: once(socket, 'close') };
      }),
    );
    await close();
    for (const { received, ended } of clients) {
      expect(await ended).toEqual([false]);
      expect(received.at(-1)).toContain('Connection: close');
    }
  });

  test('waits for no connection that is idle, whether it had a request or never had one', async () => {
    const { port, close } = await listening((_request, response) => void response.end());
    const idle = await connected(port);
    idle.write(GET);
    await once(idle, 'data');
    const fresh = await connected(port);
    // That the server has it is known when a later one is served.
    await fetch(`http://127.0.0.1:${port}`);
    const ends = Promise.all([once(idle, 'close'), once(fresh, 'close')]);
    await close(3600, 0);
    await ends;
  });

  test('takes no new connection', async () => {
    const { app, waiting, arrived } = slowApp();
    const { url, port, close } = await listening(app);
    const received = talk(port, GET);
    await arrived(1);
    const closed = close();
    await expect(fetch(url)).rejects.toThrow();
    waiting[0]?.end();
    await Promise.all([received, closed]);
  });

  test('cuts off what has not ended after the time', async () => {
    const { app, arrived } = slowApp();
    const { port, close } = await listening(app);
    const received = talk(port, GET);
    await arrived(1);
    await close(0.05);
    expect(await received).toBe('');
  });

  test('is one thing, however often it is asked for', async () => {
    const { close } = await listening((_request, response) => void response.end());
    expect(close()).toBe(close());
    await close();
  });
});

test('keeps a connection for the next request', async () => {
  const { url } = await listening(
    (incoming, response) => void response.end(String(incoming.socket.remotePort)),
  );
  const { Agent } = await import('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      request(url, { agent }, async (response) =>
        resolve((await response.setEncoding('utf8').toArray()).join('')),
      )
        .once('error', reject)
        .end();
    });
  expect(await ask()).toBe(await ask());
});
