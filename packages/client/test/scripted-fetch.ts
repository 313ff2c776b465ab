import { onTestFinished, vi } from 'vitest';
import type { Fetch } from '../src/index.ts';

/** What a request gets: an answer, a failure of the connection, or nothing ever. */
export type Step = Response | Error | 'silence' | ((url: string, init: RequestInit) => Step);

export interface ScriptedFetch {
  readonly fetch: Fetch;
  /** What was sent, and when, in milliseconds of the fake clock. */
  readonly sent: { readonly url: string; readonly init: RequestInit; readonly at: number }[];
}

/** A `fetch` that takes one step after the other, and the last for ever. */
export function scriptedFetch(...steps: Step[]): ScriptedFetch {
  const sent: ScriptedFetch['sent'][number][] = [];
  const fetch: Fetch = async (url, init) => {
    const step = steps[Math.min(sent.length, steps.length - 1)];
    sent.push({ url, init, at: Date.now() });
    return taken(typeof step === 'function' ? step(url, init) : step);
  };
  return { fetch, sent };
}

async function taken(step: Step | undefined): Promise<Response> {
  if (step instanceof Error) throw step;
  if (step instanceof Response) return step.clone();
  return new Promise(() => {});
}

/** An answer of both surfaces. */
export function found(headers: Record<string, string> = {}): Response {
  return Response.json({ result: { id: 'x' }, data: { id: 'x' } }, { headers });
}

export function problem(status: number, headers: Record<string, string> = {}, code = 'some_code'): Response {
  return Response.json({ title: 'No', status, code, detail: 'It is so.' }, { status, headers });
}

/** A clock that stands still until a test moves it, at 2026-01-01; jitter is half of what it may be. */
export function stopClock(): void {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** What a call comes to while the clock runs; failures are values. */
export async function settled<T>(call: PromiseLike<T>, forMs = 600_000): Promise<T | unknown> {
  const outcome = Promise.resolve(call).catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(forMs);
  return outcome;
}
