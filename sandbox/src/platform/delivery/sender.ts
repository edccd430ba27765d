import type { Clock } from '@comet/foundation';
import type { Delivery } from './delivery.ts';

/** Sends queued deliveries asynchronously. */
export interface Sender {
  /** Schedules processing of the queue; call it after an addition. */
  wake(): void;
  /** Stops the sender and waits for the running delivery. */
  close(): Promise<void>;
}

/** Result of an attempt: delivered, to be retried, or permanently refused. */
export type Verdict = 'delivered' | 'again' | 'refused';

/** Retry delays in ms after each failed attempt (minutes to days at the vendors). After the last attempt the delivery has failed. */
const RETRY_AFTER_MS: readonly number[] = [500, 1000, 2000, 5000, 15_000, 60_000];
/** In mode `reorder`, time in ms to collect deliveries before the latest is sent first. */
const GATHER_MS = 400;

/**
 * Processes `queue()` sequentially in order. `clock` is the real time; `attempt` sends once, and
 * `tried` is the number of earlier attempts.
 */
export function deliverySender<D extends Delivery>(parts: {
  queue: () => readonly D[];
  clock: Clock;
  attempt: (delivery: D, stop: AbortSignal) => Promise<Verdict>;
  tried: (delivery: D) => number;
  changed: () => void;
}): Sender {
  const { queue, clock } = parts;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let closed = false;
  const stop = new AbortController();

  function wake(): void {
    if (closed || running !== null) return;
    if (timer !== null) clearTimeout(timer);
    const next = nextMoment(queue(), clock.now());
    timer = next === null ? null : setTimeout(start, Math.min(next, 2 ** 31 - 1));
  }

  function start(): void {
    timer = null;
    running = round().finally(() => {
      running = null;
      wake();
    });
  }

  async function round(): Promise<void> {
    for (const delivery of due(queue(), clock.now())) {
      if (closed) return;
      const verdict = await parts.attempt(delivery, stop.signal);
      if (delivery.mode === 'duplicate') await parts.attempt(delivery, stop.signal);
      settle(delivery, verdict, parts.tried(delivery), clock.now());
      parts.changed();
    }
  }

  return {
    wake,
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      stop.abort();
      await running;
    },
  };
}

function settle(delivery: Delivery, verdict: Verdict, tried: number, now: Date): void {
  const wait = verdict === 'again' ? RETRY_AFTER_MS[tried - 1] : undefined;
  delivery.next_attempt_at = wait === undefined ? null : new Date(now.getTime() + wait).toISOString();
  if (verdict === 'delivered') delivery.status = 'delivered';
  else delivery.status = wait === undefined ? 'failed' : 'needs_retry';
}

/** Returns due deliveries in sending order: as queued, except that mode `reorder` sends the latest first. */
function due<D extends Delivery>(all: readonly D[], now: Date): D[] {
  const ready = all.filter(
    (delivery) => delivery.next_attempt_at !== null && new Date(delivery.next_attempt_at) <= now,
  );
  const reordered = ready.filter((delivery) => delivery.mode === 'reorder').toReversed();
  return ready.map((delivery) => (delivery.mode === 'reorder' ? (reordered.shift() ?? delivery) : delivery));
}

/** Returns the milliseconds until the next attempt, or null if nothing is pending. */
function nextMoment(all: readonly Delivery[], now: Date): number | null {
  const waits = all.flatMap((delivery) =>
    delivery.next_attempt_at === null
      ? []
      : [Math.max(0, new Date(delivery.next_attempt_at).getTime() - now.getTime())],
  );
  const fresh = all.some((delivery) => delivery.mode === 'reorder' && delivery.status === 'not_attempted');
  if (waits.length === 0) return null;
  return fresh ? Math.max(GATHER_MS, Math.min(...waits)) : Math.min(...waits);
}
