import { onTestFinished, vi } from 'vitest';
import type { Fetch } from '../../src/index.ts';

/** The outcome of a request: a response, a connection error, or no response at all. */
export type Step = Response | Error | 'silence' | ((url: string, init: RequestInit) => Step);

export interface ScriptedFetch {
  readonly fetch: Fetch;
  /** The sent requests, with the time of the fake clock in milliseconds. */
  readonly sent: { readonly url: string; readonly init: RequestInit; readonly at: number }[];
}

/** Returns a `fetch` that takes the steps in order and repeats the last one. */
export function scriptedFetch(...steps: Step[]): ScriptedFetch {
  const sent: ScriptedFetch['sent'][number][] = [];
  const fetch: Fetch = async (url, init) => {
    const step = steps[Math.min(sent.length, steps.length - 1)];
    sent.push({ url, init, at: Date.now() });
    return outcomeOf(typeof step === 'function' ? step(url, init) : step);
  };
  return { fetch, sent };
}

async function outcomeOf(step: Step | undefined): Promise<Response> {
  if (step instanceof Error) throw step;
  if (step instanceof Response) return step.clone();
  return new Promise(() => {});
}

/** A response of both surfaces. */
export function found(headers: Record<string, string> = {}): Response {
  return Response.json({ result: { id: 'x' }, data: { id: 'x' } }, { headers });
}

export function problem(status: number, headers: Record<string, string> = {}, code = 'some_code'): Response {
  return Response.json({ title: 'No', status, code, detail: 'It is so.' }, { status, headers });
}

/** Stops the clock at 2026-01-01 until the test advances it, and fixes the jitter at one half. */
export function stopClock(): void {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** Advances the clock and returns the outcome of a call; errors are returned as values. */
export async function settled<T>(call: PromiseLike<T>, forMs = 600_000): Promise<T | unknown> {
  const outcome = Promise.resolve(call).catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(forMs);
  return outcome;
}
