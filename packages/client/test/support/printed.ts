import { inspect } from 'node:util';

/** Returns a value in every form in which it can appear in a log. */
export function printed(value: unknown): string {
  const deep = inspect(value, { depth: null, showHidden: true, getters: true });
  const error = value as Error | undefined;
  return [String(value), deep, JSON.stringify(value), error?.message, error?.stack].join('\n');
}
