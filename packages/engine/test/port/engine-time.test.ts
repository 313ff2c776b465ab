import { expect, onTestFinished, test, vi } from 'vitest';
import { EngineTime } from '../../src/port/remote/engine-time.ts';

test('the time of the reader is not counted', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const time = new EngineTime(1_000);
  vi.advanceTimersByTime(600);
  time.stop();
  vi.advanceTimersByTime(5_000);
  time.start();
  vi.advanceTimersByTime(399);
  expect(time.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(time.signal.reason).toMatchObject({ name: 'TimeoutError' });
});
