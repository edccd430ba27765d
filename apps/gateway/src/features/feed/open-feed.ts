import { reasonOf } from '@comet/foundation';
import type { FeedState } from './feed-state.ts';

/** Milliseconds between two attempts to return to NATS. */
const returnMs = 30_000;

interface Feeds {
  readonly state: Pick<FeedState, 'cursor' | 'receivedAt'>;
  /** The feed over HTTP; `chunks` as for `followFeed`. */
  http(cursor: number, signal: AbortSignal, chunks: readonly string[]): AsyncIterable<string>;
  /**
   * The feed over NATS: its lines, or why there are none. The state may advance meanwhile: the lines begin after its cursor at the time of
   * the first one. They hold a connection until they end or `signal` is aborted.
   */
  nats(signal: AbortSignal): Promise<AsyncIterable<string> | string>;
  /** Called when lines begin to come over NATS, or cannot. */
  onNats(outcome: { readonly refused: string | null }): void;
  readonly returnMs?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/**
 * Opens the feed over HTTP, which brings the gateway up to date (by a snapshot where needed). After the first heartbeat NATS is opened while
 * lines over HTTP go on; once it is open, the feed continues over NATS. A stream that is lost continues over HTTP. While HTTP fails, NATS is
 * tried directly.
 */
export function openFeed(
  feeds: Feeds,
): (cursor: number, signal: AbortSignal, chunks: readonly string[]) => AsyncIterable<string> {
  const { state, returnMs: pause = returnMs, now = () => performance.now() } = feeds;
  let triedAt = Number.NEGATIVE_INFINITY;
  let isHttpLost = false;

  async function openNats(signal: AbortSignal): Promise<AsyncIterable<string> | null> {
    triedAt = now();
    const opened = await feeds.nats(signal).catch(reasonOf);
    const refused = typeof opened === 'string' ? opened : null;
    feeds.onNats({ refused });
    if (typeof opened === 'string') return null;
    // Lost streams are opened again at once: only refusals wait.
    triedAt = Number.NEGATIVE_INFINITY;
    return opened;
  }

  return async function* open(cursor, signal, chunks) {
    const ended = new AbortController();
    const untilEnd = AbortSignal.any([signal, ended.signal]);
    const opening = startable(() => openNats(untilEnd));
    try {
      if (isHttpLost && cursor > 0) opening.start();
      isHttpLost = false;
      await opening.settled();
      if (opening.result() === null) {
        try {
          for await (const line of feeds.http(cursor, signal, chunks)) {
            const { receivedAt } = state;
            yield line;
            if (opening.result() !== null) break;
            // The line was applied meanwhile; an accepted heartbeat means that nothing is missing.
            if (state.receivedAt !== receivedAt && now() - triedAt >= pause) opening.start();
          }
          await opening.settled();
        } catch (error) {
          await opening.settled();
          isHttpLost = opening.result() === null;
          if (isHttpLost) throw error;
        }
      }
      const lines = opening.result();
      if (lines !== null) yield* lines;
    } finally {
      ended.abort();
    }
  };
}

/** Work that runs beside its caller, once at a time; its last result, null before the first. */
function startable<T>(work: () => Promise<T | null>) {
  let running: Promise<void> | null = null;
  let last: T | null = null;
  return {
    start(): void {
      running ??= work()
        .then((result) => {
          last = result;
        })
        .finally(() => {
          running = null;
        });
    },
    settled: async (): Promise<void> => running ?? undefined,
    result: (): T | null => last,
  };
}
