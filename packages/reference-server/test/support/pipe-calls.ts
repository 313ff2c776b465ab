import { expect } from 'vitest';
import type { TestResponse, TestServer } from '../../src/api/testing/test-server.ts';
import { requestExample } from './examples.ts';

// The calls of `/v1` that tests of pipes are made of.

export function scale(server: TestServer, id: string, body: unknown): Promise<TestResponse> {
  return server.v1({ method: 'PATCH', path: `/pipes/${id}/scaling`, body });
}

export async function createPipe(server: TestServer, kind: string) {
  const response = await server.v1({ path: '/pipes', body: requestExample('createPipe', kind) });
  expect(response.status).toBe(200);
  return response.body.result;
}

export function patch(
  server: TestServer,
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  return server.v1({ method: 'PATCH', path: `/pipes/${id}`, body, headers });
}

export function command(server: TestServer, id: string, name: string): Promise<TestResponse> {
  return server.v1({ method: 'PATCH', path: `/pipes/${id}/state`, body: { command: name } });
}

export async function stateOf(server: TestServer, id: string): Promise<string> {
  return (await server.v1({ path: `/pipes/${id}` })).body.result.state;
}
