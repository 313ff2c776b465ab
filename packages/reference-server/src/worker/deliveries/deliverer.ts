import { randomUUID } from 'node:crypto';
import type { Logger } from '@penstock/server';
import { repeating } from '../repeating.ts';
import type { Attempt, AttemptResult } from './attempt.ts';
import type { DeliveryQueue, LeasedDelivery, Settlement } from './delivery-queue.ts';
import { type Candidate, deliverySlots } from './delivery-slots.ts';
import { pauseAfter } from './schedule.ts';
import { ATTEMPT_MS, type Sender } from './sender.ts';

/** Attempts due deliveries. Any number of processes may run one: only the process with the lease attempts a delivery. */
export interface Deliverer {
  /** Looks for due deliveries immediately. */
  wake(): void;
  /** Waits a short time for the attempts that are made, and returns the others to the queue. */
  stop(): Promise<void>;
}

export interface DelivererParts {
  readonly queue: DeliveryQueue;
  readonly send: Sender;
  readonly logger: Logger;
  readonly pollMs: number;
}

/** Longer than an attempt with its name resolution, so that no other process makes it at the same time. */
const LEASE_MS = 2 * ATTEMPT_MS;
/** An attempt that begins later than this after its lease could outlast it. */
const LATEST_START_MS = ATTEMPT_MS / 3;
/** Read at a time. More than slots, because some hosts may have none left. */
const CANDIDATES = 256;
/** Attempts that end within this time are stored together, and their slots are given to others together. */
const GATHER_MS = 10;
/** The time that attempts get to end when the process stops. */
const LONGEST_STOP_MS = 5_000;

export function startDeliverer({ queue, send, logger, pollMs }: DelivererParts): Deliverer {
  const owner = randomUUID();
  const slots = deliverySlots();
  const stopping = new AbortController();
  const working = new Set<Promise<void>>();
  let gathering: NodeJS.Timeout | undefined;
  /** Attempts that were made and are not stored yet. */
  let unstored: readonly Settlement[] = [];
  /** Deliveries that were leased and not attempted. */
  let returned: readonly LeasedDelivery[] = [];

  const fill = async () => {
    while (slots.free > 0 && !stopping.signal.aborted) {
      const due = await queue.due(slots.excluded(), CANDIDATES);
      const taken = due.filter(slots.take);
      await start(taken);
      if (taken.length === 0 || due.length < CANDIDATES) return;
    }
  };

  const start = async (taken: readonly Candidate[]) => {
    const ids = taken.map(({ id }) => id);
    const claimedAt = performance.now();
    const claimed = await queue.claim(owner, ids, LEASE_MS).catch((error: unknown) => {
      for (const candidate of taken) slots.giveBack(candidate);
      throw error;
    });
    const deliveries = new Map(claimed.map((delivery) => [delivery.id, delivery]));
    for (const candidate of taken) {
      const delivery = deliveries.get(candidate.id);
      if (delivery === undefined) slots.giveBack(candidate);
      else track(work(candidate, delivery, claimedAt));
    }
  };

  const track = (done: Promise<void>) => {
    working.add(done);
    void done.then(() => {
      working.delete(done);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        rounds.now();
      }, GATHER_MS);
    });
  };

  const work = async (candidate: Candidate, delivery: LeasedDelivery, claimedAt: number) => {
    const isLate = performance.now() - claimedAt > LATEST_START_MS;
    const result = isLate ? undefined : await attempt(delivery);
    slots.giveBack(candidate, result?.attempt.durationMs);
    if (result === undefined) returned = [...returned, delivery];
    else unstored = [...unstored, settlementOf(delivery, result)];
  };

  /** Undefined if it was aborted, and may or may not have arrived. */
  const attempt = async (delivery: LeasedDelivery): Promise<AttemptResult | undefined> => {
    try {
      const receiver = delivery.receiver();
      if (receiver.goneAt !== undefined) return { attempt: notSent(receiver.goneAt), conclusion: 'rejected' };
      return await send(receiver, delivery.message, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return undefined;
      logger.error({ deliveryId: delivery.id, err: error }, 'A delivery could not be attempted');
      return { attempt: notAttempted(), conclusion: 'retry' };
    }
  };

  const storeAll = async () => {
    const settlements = unstored;
    for (const { delivery, state, attempt } of await queue.settle(owner, settlements)) {
      if (state !== 'failed') continue;
      const { id, webhookId, message } = delivery;
      logger.warn(
        { deliveryId: id, webhookId, type: message.type, status: attempt.status, reason: attempt.error },
        'A notification was not delivered',
      );
    }
    unstored = unstored.slice(settlements.length);
    const released = returned;
    await queue.release(owner, released);
    returned = returned.slice(released.length);
  };

  const rounds = repeating(
    pollMs,
    async () => {
      await storeAll();
      await fill();
    },
    { logger, name: 'The deliverer' },
  );
  rounds.now();

  return {
    wake: rounds.now,
    async stop() {
      await rounds.stop();
      const timer = setTimeout(() => stopping.abort(), LONGEST_STOP_MS);
      await Promise.all(working);
      clearTimeout(timer);
      clearTimeout(gathering);
      await storeAll().catch((error: unknown) =>
        logger.warn({ err: error }, 'Attempts could not be stored; they are repeated when their lease ends'),
      );
    },
  };
}

function notSent(goneAt: string): Attempt {
  return withoutRequest(
    `Nothing was sent, because the receiver responded with 410 at ${goneAt}. Change the URL of the webhook, or test it, and send the notification again.`,
  );
}

function notAttempted(): Attempt {
  return withoutRequest('Nothing was sent, because of a defect of the service. Its log has the reason.');
}

function withoutRequest(error: string): Attempt {
  return { attemptedAt: new Date().toISOString(), durationMs: 0, error };
}

function settlementOf(
  delivery: LeasedDelivery,
  { attempt, conclusion, retryAfterMs, goneUrl }: AttemptResult,
): Settlement {
  if (conclusion === 'delivered') return { delivery, attempt, state: 'delivered' };
  if (conclusion === 'rejected') return { delivery, attempt, state: 'failed', goneUrl };
  const pauseMs = pauseAfter(delivery.tried + 1, retryAfterMs);
  return { delivery, attempt, state: pauseMs === undefined ? 'failed' : 'pending', pauseMs };
}
