import { missingForKafka } from '@penstock/kafka/installation';
import { createPostgresDatabase } from '@penstock/postgresql/databases';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINE_INSTALLED } from '../support/engine.ts';
import { openObjects, openTopics } from '../support/fed-kinds.ts';
import { Feeder } from '../support/fed-pipes.ts';
import { until, WorkerFleet } from '../support/worker-fleet.ts';

const KILLS = 2;
const LOAD = { rowsPerFeed: 10, pauseMs: 250 };

describe.runIf(ENGINE_INSTALLED && missingForKafka() === undefined)('workers that share an engine', () => {
  test('are killed while pipes move and change their readers: every row arrives once', async () => {
    const objects = await openObjects();
    onTestFinished(() => objects.close());
    const topics = await openTopics(2);
    onTestFinished(() => topics.close());
    const databaseUrl = await createPostgresDatabase();
    const fleet = await WorkerFleet.start({ databaseUrl, leaseSeconds: 5 });
    onTestFinished(() => fleet.close());
    for (let worker = 0; worker < 2; worker += 1) await fleet.startWorker();
    const pipes = [objects, topics, objects, topics].map((kind, index) => ({ table: `pipe_${index}`, kind }));
    const ids: string[] = [];
    for (const { table, kind } of pipes) ids.push(await fleet.create(await kind.pipeInto(table)));
    await until(async () => (await fleet.countReaders()) === 6, 'Not all readers work');
    await fleet.areSpread();
    const feeder = new Feeder(pipes, LOAD);
    feeder.start();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [victim] = fleet.workers;
      if (victim === undefined) throw new Error('No worker runs.');
      const readers = await fleet.killWorker(victim);
      expect(readers.length).toBeGreaterThan(1);
      const started = fleet.startWorker();
      await fleet.change(`/pipes/${ids[1]}/scaling`, { replicas: KILLS - kill + 1 });
      await fleet.areTaken(readers.filter(({ reader }) => reader === 0));
      await started;
    }
    const { fed, lost, doubled } = await feeder.finish(fleet.engine);
    expect(fed).toBeGreaterThan(100);
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    await until(async () => (await fleet.states()).join() === 'Running', 'Not all pipes run');
    await until(async () => (await fleet.countReaders()) === 6, 'Not all readers work');
    await fleet.areSpread();
  });
});
