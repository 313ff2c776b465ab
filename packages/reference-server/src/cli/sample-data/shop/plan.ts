import { type Random, randomOf } from './random.ts';
import { SLICE_MS } from './slices.ts';

/** What users do in the shop. */
type Action = 'home' | 'product' | 'addToCart' | 'cart' | 'checkout' | 'health';

/** How a request ends. In an outage, the provider of payments does not respond. */
type Outcome = 'ok' | 'notFound' | 'declined' | 'timeout';

/** A request to the shop, before its spans are made. */
export interface PlannedRequest {
  /** Unique in its slice. */
  readonly index: number;
  readonly startMicros: number;
  readonly action: Action;
  readonly outcome: Outcome;
  readonly user: number;
  /** Whether the provider of payments is slow. */
  readonly slow: boolean;
}

const REQUESTS_PER_SECOND = 1.2;
const USERS = 240;

const SHARES: readonly (readonly [Action, number])[] = [
  ['home', 0.3],
  ['product', 0.35],
  ['addToCart', 0.15],
  ['cart', 0.08],
  ['checkout', 0.12],
];

/** The requests that begin in a slice. The first one is a health check, so no slice is empty. */
export function planSlice(seed: number, slice: number): PlannedRequest[] {
  const random = randomOf(seed, 'plan', slice);
  const startMs = slice * SLICE_MS;
  const count = poisson(random, (REQUESTS_PER_SECOND * loadAt(startMs) * SLICE_MS) / 1000);
  const outage = isOutage(seed, startMs);
  const request = (index: number): PlannedRequest => {
    const startMicros = startMs * 1000 + random.below(SLICE_MS * 1000);
    const action = index === 0 ? 'health' : actionOf(random.unit());
    const outcome = outcomeOf(action, outage, random.unit());
    return { index, startMicros, action, outcome, user: random.below(USERS), slow: outage };
  };
  return Array.from({ length: count + 1 }, (_, index) => request(index));
}

/** The load by the time of the day (UTC), from 0.3 at night to 1 in the evening, with a smaller peak at noon. */
export function loadAt(ms: number): number {
  const hour = (ms % 86_400_000) / 3_600_000;
  const peak = (at: number, hours: number) => Math.exp(-(((hour - at) / hours) ** 2));
  return 0.3 + 0.45 * peak(12.5, 3) + 0.7 * peak(20, 2.5);
}

const OUTAGE_MINUTES = 8;

/** Once per hour, the provider of payments does not respond for some minutes. */
export function isOutage(seed: number, ms: number): boolean {
  const hour = Math.floor(ms / 3_600_000);
  const begin = 5 + randomOf(seed, 'outage', hour).below(60 - OUTAGE_MINUTES - 10);
  const minute = (ms % 3_600_000) / 60_000;
  return minute >= begin && minute < begin + OUTAGE_MINUTES;
}

function actionOf(unit: number): Action {
  let rest = unit;
  for (const [action, share] of SHARES) {
    if (rest < share) return action;
    rest -= share;
  }
  return 'home';
}

function outcomeOf(action: Action, outage: boolean, unit: number): Outcome {
  if (action === 'product') return unit < 0.02 ? 'notFound' : 'ok';
  if (action !== 'checkout') return 'ok';
  if (outage && unit < 0.6) return 'timeout';
  return unit > 0.98 ? 'declined' : 'ok';
}

/** Knuth's algorithm: the expected counts are small. */
function poisson(random: Random, expected: number): number {
  const limit = Math.exp(-expected);
  let count = 0;
  for (let product = random.unit(); product > limit; product *= random.unit()) count += 1;
  return count;
}
