/** A value, or the promise of it. */
export type Settling<Value> = Value | Promise<Value>;

/**
 * Whether a value has to be awaited. To await one that is there already costs a turn of the microtask queue, and a request passes
 * many stages that need no time.
 */
export function isPending<Value>(value: Settling<Value>): value is Promise<Value>;
export function isPending(value: unknown): value is Promise<unknown>;
export function isPending(value: unknown): boolean {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
