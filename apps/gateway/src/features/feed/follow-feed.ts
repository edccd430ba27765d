import type { FeedFault } from '@comet/contract';
import { type Clock, fleetBackoffDelay, reasonOf, type Result, unixSeconds } from '@comet/foundation';
import type { FeedEffect, FeedState } from './feed-state.ts';

/** Milliseconds without a line after which a stream counts as dead: two heartbeats and a half. */
const silenceLimit = 25_000;
/**
 * After an outage gateways reconnect within the five seconds that a revocation may take. When a replica stops, all of its gateways
 * disconnect at once, and reconnect to the others spread over two seconds.
 */
const backoff = { first: 2_000, max: 5_000 };

/** What an applied line changed. */
interface AppliedChange {
  readonly kind: Exclude<FeedEffect['kind'], 'alive'>;
  /** The request at the control plane that caused the change; undefined for a job's. */
  readonly requestId: string | undefined;
  readonly milliseconds: number;
}

interface FeedFollowing {
  readonly state: FeedState;
  /**
   * Opens the stream after a cursor; `chunks` are the digests of kept chunks of a snapshot. The iteration ends, or throws, at the end of the
   * stream or when `signal` is aborted.
   */
  open(cursor: number, signal: AbortSignal, chunks: readonly string[]): AsyncIterable<string>;
  onEffect(effect: FeedEffect): void;
  /** Called after a line that changed something. */
  onApplied?(applied: AppliedChange): void;
  /** Called once for every lost stream, with a reason that identifies no customer. */
  onLost(reason: string): void;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  readonly clock: Clock;
  readonly silenceLimit?: number;
  /** A number in [0, 1). */
  readonly random?: () => number;
}

type End = { readonly reason: string; readonly fault: FeedFault | null; readonly received: boolean };

/** Follows the feed and reconnects after every loss, until `signal` is aborted. */
export async function followFeed(following: FeedFollowing, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let cursor = following.state.resumeCursor;
  while (!signal.aborted) {
    const end = await followOnce(following, cursor, signal);
    if (signal.aborted) return;
    following.onLost(end.reason);
    // A stream that brings only faults counts as a failure.
    failures = end.received && end.fault === null ? 0 : failures + 1;
    // After drift, cursor 0 requests a full snapshot.
    cursor = end.fault === 'drift' ? 0 : following.state.resumeCursor;
    await following.sleep(fleetBackoffDelay(failures, backoff, following.random), signal);
  }
}

async function followOnce(following: FeedFollowing, cursor: number, stop: AbortSignal): Promise<End> {
  const silence = new AbortController();
  const onSilence = () => silence.abort(new Error('nothing came for too long'));
  const limit = following.silenceLimit ?? silenceLimit;
  let timer = setTimeout(onSilence, limit);
  let received = false;
  try {
    const chunks = following.state.begin();
    for await (const line of following.open(cursor, AbortSignal.any([stop, silence.signal]), chunks)) {
      clearTimeout(timer);
      timer = setTimeout(onSilence, limit);
      const startedAt = performance.now();
      const taken: Result<FeedEffect, FeedFault> = following.state.receive(
        line,
        unixSeconds(following.clock.now()),
      );
      if (!taken.ok) return { reason: `refused a line: ${taken.error}`, fault: taken.error, received };
      received = true;
      following.onEffect(taken.value);
      const { kind } = taken.value;
      if (kind === 'alive') continue;
      const requestId = 'requestId' in taken.value ? taken.value.requestId : undefined;
      following.onApplied?.({ kind, requestId, milliseconds: performance.now() - startedAt });
    }
    return { reason: 'the stream ended', fault: null, received };
  } catch (error) {
    return { reason: reasonOf(error), fault: null, received };
  } finally {
    clearTimeout(timer);
  }
}
