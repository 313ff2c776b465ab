import { expect, test } from 'vitest';
import { pipeRepository } from '../../src/pipes/repository.ts';
import { pipeQueue } from '../../src/worker/pipe-queue.ts';
import { describeOnBoth } from '../support/databases.ts';
import { newPipe, openWithService, VAULT } from '../support/stored-pipes.ts';

const LEASE_MS = 60_000;

describeOnBoth('the share of a worker', (databases) => {
  const open = async (pipes: number) => {
    const db = await openWithService(await databases.location());
    const repository = pipeRepository(db, VAULT);
    for (let pipe = 0; pipe < pipes; pipe += 1) await repository.insert(newPipe());
    const queue = pipeQueue(db, VAULT);
    const join = async (worker: string, leases: number) => {
      await queue.register(worker, LEASE_MS);
      await queue.claim(worker, leases, LEASE_MS);
    };
    const sharesOf = async (...workers: string[]) =>
      Promise.all(workers.map(async (worker) => (await queue.shareOf(worker)).most));
    return { join, sharesOf };
  };

  test('is everything for the only worker', async () => {
    const { join, sharesOf } = await open(3);
    await join('only', 0);
    expect(await sharesOf('only')).toEqual([3]);
  });

  test('stays as it is if the numbers of leases differ by one, whatever the ids of the workers', async () => {
    const { join, sharesOf } = await open(3);
    await join('b', 2);
    await join('a', 1);
    expect(await sharesOf('a', 'b')).toEqual([1, 2]);
  });

  test('shrinks as little as necessary when a worker joins', async () => {
    const { join, sharesOf } = await open(4);
    await join('c', 2);
    await join('b', 2);
    await join('a', 0);
    expect(await sharesOf('a', 'b', 'c')).toEqual([1, 2, 1]);
  });

  test('goes to the first worker if several have equally many leases', async () => {
    const { join, sharesOf } = await open(3);
    await join('b', 0);
    await join('a', 0);
    expect(await sharesOf('a', 'b')).toEqual([2, 1]);
  });
});
