import { describe, expect, test } from 'vitest';
import { createManagementClient, createObservabilityClient } from '../src/index.ts';
import { TOKEN, teamAt } from './support/scope.ts';
import { startResourceServer } from './support/scripted-server.ts';

const KEY = { keyId: 'key', keySecret: 'secret' };

describe('a base URL', () => {
  test.each(['', '/', '///', '/gateway', '/gateway/'])(
    'that ends in "%s" is joined with the path',
    async (end) => {
      const server = await startResourceServer();
      await teamAt(server.url + end).alerts.get('a-1');
      expect(server.requests[0]?.url).toBe(`${end.replace(/\/+$/, '')}/api/v2/alerts/a-1`);
    },
  );

  test.each([
    'api.example',
    '/v1',
    'ftp://api.example',
    'https://user:hunter2@api.example',
    'https://api.example?x=1',
    'https://api.example#x',
  ])('is rejected: %s', (baseUrl) => {
    const create = () => createObservabilityClient({ baseUrl, token: TOKEN });
    expect(create).toThrow(/^baseUrl must/);
    expect(create).not.toThrow(/hunter2/);
  });
});

describe('plain http', () => {
  test.each(['localhost', 'api.localhost', '127.0.0.1', '127.8.0.1', '[::1]'])('is allowed on %s', (host) => {
    createManagementClient({ baseUrl: `http://${host}:8080`, ...KEY });
  });

  test.each(['api.example.com', 'localhost.example.com', '10.0.0.1', '127.0.0.1.example.com', '[::2]'])(
    'is rejected on %s without allowHttp',
    (host) => {
      expect(() => createManagementClient({ baseUrl: `http://${host}`, ...KEY })).toThrow(
        /baseUrl must be https/,
      );
      createManagementClient({ baseUrl: `http://${host}`, ...KEY, allowHttp: true });
    },
  );
});
