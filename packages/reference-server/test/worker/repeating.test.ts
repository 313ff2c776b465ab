import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { repeating } from '../../src/worker/repeating.ts';

const NEVER_MS = 2 ** 31 - 1;

/** Rounds that the test ends. */
function started() {
  const begun: (() => void)[] = [];
  const rounds = repeating(NEVER_MS, () => new Promise<void>((end) => begun.push(end)), {
    logger: pino({ level: 'silent' }),
    name: 'The test',
  });
  onTestFinished(async () => {
    const stopped = rounds.stop();
    begun.at(-1)?.();
    await stopped;
  });
  return { rounds, begun, count: (count: number) => expect.poll(() => begun.length).toBe(count) };
}

test('requests for a round soon share one', async () => {
  const { rounds, begun, count } = started();
  for (let request = 0; request < 100; request += 1) rounds.soon();
  expect(begun).toHaveLength(0);
  await count(1);
});

test('a request during a round is followed by another round', async () => {
  const { rounds, begun, count } = started();
  rounds.now();
  for (let request = 0; request < 100; request += 1) rounds.soon();
  begun[0]?.();
  await count(2);
  rounds.now();
  begun[1]?.();
  await count(3);
});

test('a request for a round now does not wait for one soon', () => {
  const { rounds, begun } = started();
  rounds.soon();
  rounds.now();
  expect(begun).toHaveLength(1);
});
