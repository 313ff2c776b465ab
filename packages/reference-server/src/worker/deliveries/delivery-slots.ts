/** The most attempts at a time (D-52). */
const MOST = 64;
const MOST_PER_HOST = 4;
/** The most attempts at a time to slow webhooks, so that they never use up all. */
const MOST_SLOW = MOST / 2;
/** An attempt that takes longer than this is slow. */
const SLOW_MS = 2_000;
/** The slow webhooks that are remembered. */
const MOST_REMEMBERED = 1_000;

/** A delivery that wants a slot. */
export interface Candidate {
  readonly id: string;
  readonly host: string;
  /** Identifies the webhook among those of all tenants. */
  readonly webhook: string;
}

/** Hosts and webhooks that get no slot now. */
export interface Excluded {
  readonly hosts: readonly string[];
  readonly webhooks: readonly string[];
}

/**
 * Decides which deliveries a process attempts at a time, so that one slow or dead receiver delays no other one: at most 4 per host and 64
 * in all. A webhook whose last attempt took long gets one slot until it is faster, and all such webhooks get half of the slots.
 */
export interface DeliverySlots {
  readonly free: number;
  excluded(): Excluded;
  /** Takes a slot for a delivery; false if it gets none now. */
  take(candidate: Candidate): boolean;
  /** Returns a slot after an attempt of this duration; undefined if there was none. */
  giveBack(candidate: Candidate, durationMs?: number): void;
}

export function deliverySlots(): DeliverySlots {
  const taken = new Map<string, Candidate>();
  const slow = new Set<string>();
  const count = (matches: (other: Candidate) => boolean) => [...taken.values()].filter(matches).length;
  const isSlow = ({ webhook }: Candidate) => slow.has(webhook);

  const hasRoom = (candidate: Candidate): boolean => {
    const { id, host, webhook } = candidate;
    if (taken.has(id) || taken.size >= MOST) return false;
    if (count((other) => other.host === host) >= MOST_PER_HOST) return false;
    if (!isSlow(candidate)) return true;
    return count((other) => other.webhook === webhook) === 0 && count(isSlow) < MOST_SLOW;
  };

  return {
    get free() {
      return MOST - taken.size;
    },
    excluded() {
      const busy = [...taken.values()];
      const hosts = new Set(busy.map(({ host }) => host));
      const busySlow = busy.filter(isSlow).map(({ webhook }) => webhook);
      return {
        hosts: [...hosts].filter((host) => count((other) => other.host === host) >= MOST_PER_HOST),
        webhooks: busySlow.length < MOST_SLOW ? busySlow : [...slow],
      };
    },
    take(candidate) {
      if (!hasRoom(candidate)) return false;
      taken.set(candidate.id, candidate);
      return true;
    },
    giveBack(candidate, durationMs) {
      taken.delete(candidate.id);
      if (durationMs === undefined) return;
      slow.delete(candidate.webhook);
      if (durationMs > SLOW_MS) slow.add(candidate.webhook);
      const [oldest] = slow;
      if (slow.size > MOST_REMEMBERED && oldest !== undefined) slow.delete(oldest);
    },
  };
}
