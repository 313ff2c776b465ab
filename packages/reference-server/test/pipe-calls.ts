import { expect } from 'vitest';
import { requestExample } from './examples.ts';
import type { Answer, StartedServer } from './started-server.ts';

// The calls of `/v1` that tests of pipes are made of.

export function scale(server: StartedServer, id: string, body: unknown): Promise<Answer> {
  return server.v1({ method: 'PATCH', path: `/pipes/${id}/scaling`, body });
}

export async function createPipe(server: StartedServer, kind: string) {
  const answer = await server.v1({ path: '/pipes', body: requestExample('createPipe', kind) });
  expect(answer.status).toBe(200);
  return answer.body.result;
}

export function patch(
  server: StartedServer,
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return server.v1({ method: 'PATCH', path: `/pipes/${id}`, body, headers });
}

export function command(server: StartedServer, id: string, name: string): Promise<Answer> {
  return server.v1({ method: 'PATCH', path: `/pipes/${id}/state`, body: { command: name } });
}

export async function stateOf(server: StartedServer, id: string): Promise<string> {
  return (await server.v1({ path: `/pipes/${id}` })).body.result.state;
}
