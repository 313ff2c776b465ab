import { expect, test } from 'vitest';
import type { Dashboard } from '../src/dashboards/dashboard.ts';
import { dashboardRepository } from '../src/dashboards/repository.ts';
import { dashboardService } from '../src/dashboards/service.ts';
import { openDatabase } from '../src/storage/database.ts';
import { temporaryFolder } from './started-server.ts';

// The contract has no operation that creates dashboards yet, so this goes through the service on a real database file.

test('pages hold every dashboard once, in the order of creation, whatever is inserted in between', async () => {
  const db = await openDatabase(`${temporaryFolder()}/pages.db`);
  const repository = dashboardRepository(db);
  const service = dashboardService(repository);
  for (const id of ['a1', 'a2', 'a3', 'a4', 'a5']) await repository.insert('tenant', dashboard(id));
  await repository.insert('other', dashboard('a3'));

  const first = await service.list('tenant', { limit: 2, cursor: undefined });
  expect(first.dashboards.map(({ id }) => id)).toEqual(['a1', 'a2']);
  await repository.insert('tenant', dashboard('a0'));
  const second = await service.list('tenant', { limit: 2, cursor: first.nextCursor ?? '' });
  expect(second.dashboards.map(({ id }) => id)).toEqual(['a3', 'a4']);
  const third = await service.list('tenant', { limit: 2, cursor: second.nextCursor ?? '' });
  expect(third).toMatchObject({ dashboards: [{ id: 'a5' }], nextCursor: null });
  await db.destroy();
});

function dashboard(id: string): Dashboard {
  const now = new Date().toISOString();
  return { id, name: id, tags: [], tiles: [], filters: [], team: 'tenant', createdAt: now, updatedAt: now };
}
