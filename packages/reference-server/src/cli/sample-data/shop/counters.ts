import { type PlannedRequest, planSlice } from './plan.ts';
import { startOfDay } from './slices.ts';
import { type Service, type Step, stepsOf } from './steps.ts';

/** A counter of a service, and what it counts. */
export interface Counter {
  readonly metric: 'http.server.requests' | 'shop.orders';
  readonly service: Service;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The counters of the shop. They begin with 0 at midnight (UTC), as if its processes started then. */
export class ShopCounters {
  readonly #seed: number;
  readonly #values = new Map<string, number>();
  #next: number;

  constructor(seed: number, slice: number) {
    this.#seed = seed;
    this.#next = startOfDay(slice);
  }

  /** The values at the end of a slice, which is not before the last one. */
  valuesAfter(slice: number): readonly (Counter & { readonly value: number })[] {
    if (startOfDay(slice) > this.#next) this.#restart(startOfDay(slice));
    for (; this.#next <= slice; this.#next += 1) {
      if (this.#next === startOfDay(this.#next)) this.#values.clear();
      for (const request of planSlice(this.#seed, this.#next)) this.#count(request);
    }
    return [...this.#values].map(([key, value]) => ({ ...(JSON.parse(key) as Counter), value }));
  }

  #restart(next: number): void {
    this.#values.clear();
    this.#next = next;
  }

  #count(request: PlannedRequest): void {
    for (const key of keysOf(request)) this.#values.set(key, (this.#values.get(key) ?? 0) + 1);
  }
}

const known = new Map<string, readonly string[]>();

/** The counters that a request adds 1 to. There are few kinds of requests, and many requests since midnight. */
function keysOf(request: PlannedRequest): readonly string[] {
  const kind = `${request.action} ${request.outcome}`;
  const found = known.get(kind) ?? countersOf(stepsOf(request)).map((counter) => JSON.stringify(counter));
  known.set(kind, found);
  return found;
}

/** What a step adds 1 to, with its parts. */
function countersOf({ service, name, kind, status, attributes, error, steps }: Step): Counter[] {
  const parts = steps.flatMap(countersOf);
  if (kind !== 'Server') return parts;
  const route = attributes['http.route'] ?? name;
  const requests: Counter = {
    metric: 'http.server.requests',
    service,
    attributes: { 'http.route': route, 'http.response.status_code': String(status) },
  };
  if (name !== 'checkout/SubmitOrder') return [...parts, requests];
  const outcome = error === undefined ? 'placed' : 'failed';
  return [...parts, requests, { metric: 'shop.orders', service, attributes: { outcome } }];
}
