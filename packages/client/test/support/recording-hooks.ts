import type { Hooks } from '../../src/index.ts';

/** Returns hooks that record their events. */
export function recordingHooks() {
  const events: [name: string, event: Record<string, unknown>][] = [];
  const names = ['onRequest', 'onResponse', 'onRetry', 'onError', 'onDeprecation'] as const;
  const hooks: Hooks = Object.fromEntries(
    names.map((name) => [name, (event: never) => void events.push([name, event])]),
  );
  return { hooks, events };
}
