import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { TestResponse, TestServer } from '../../src/api/testing/test-server.ts';

export function expectProblem({ status, headers, body }: TestResponse, expected: number, code: string): void {
  expect({ status, code: body.code }).toEqual({ status: expected, code });
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(headers.get('x-request-id')).toBe(body.requestId);
  expect(body).toMatchObject({
    type: `urn:penstock:problem:${code}`,
    status,
    instance: `urn:uuid:${body.requestId}`,
  });
}

/** How much there is, read off the database file itself, because the contract has no list of everything yet. */
export function stored({ dataFolder }: TestServer): Record<string, unknown> | undefined {
  const database = new DatabaseSync(`${dataFolder}/penstock.db`, { readOnly: true });
  try {
    return database
      .prepare('select (select count(*) from alerts) as alerts, (select count(*) from pipes) as pipes')
      .get();
  } finally {
    database.close();
  }
}
