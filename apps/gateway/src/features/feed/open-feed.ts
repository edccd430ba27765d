import type { FeedState } from './feed-state.ts';

/** Milliseconds between two attempts to return to NATS. */
const returnMs = 30_000;

interface Feeds {
  readonly state: Pick<FeedState, 'cursor' | 'receivedAt'>;
  /** The feed over HTTP; `chunks` as for `followFeed`. */
  http(cursor: number, signal: AbortSignal, chunks: readonly string[]): AsyncIterable<string>;
  /** The feed over NATS: its lines, or why there are none. */
  nats(cursor: number, signal: AbortSignal): Promise<AsyncIterable<string> | string>;
  /** Called when lines begin to come over NATS, or cannot. */
  onNats(outcome: { readonly refused: string | null }): void;
  readonly returnMs?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/**
 * Opens the feed over HTTP, which brings the gateway up to date (by a snapshot where needed), and continues over NATS after the first
 * heartbeat. A stream that is lost continues over HTTP. While HTTP fails, NATS is tried directly.
 */
export function openFeed(
  feeds: Feeds,
): (cursor: number, signal: AbortSignal, chunks: readonly string[]) => AsyncIterable<string> {
  const { state, returnMs: pause = returnMs, now = () => performance.now() } = feeds;
  let triedAt = Number.NEGATIVE_INFINITY;
  let isHttpLost = false;

  async function openNats(cursor: number, signal: AbortSignal): Promise<AsyncIterable<string> | null> {
    triedAt = now();
    const opened = await feeds.nats(cursor, signal);
    const refused = typeof opened === 'string' ? opened : null;
    feeds.onNats({ refused });
    if (typeof opened === 'string') return null;
    // Lost streams are opened again at once: only refusals wait.
    triedAt = Number.NEGATIVE_INFINITY;
    return opened;
  }

  return async function* open(cursor, signal, chunks) {
    const direct = isHttpLost && cursor > 0 ? await openNats(cursor, signal) : null;
    isHttpLost = false;
    if (direct !== null) {
      yield* direct;
      return;
    }
    let lines: AsyncIterable<string> | null = null;
    try {
      for await (const line of feeds.http(cursor, signal, chunks)) {
        const { receivedAt } = state;
        yield line;
        // The line was applied meanwhile; an accepted heartbeat means that nothing is missing.
        if (state.receivedAt === receivedAt || now() - triedAt < pause) continue;
        lines = await openNats(state.cursor, signal);
        if (lines !== null) break;
      }
    } catch (error) {
      isHttpLost = true;
      throw error;
    }
    if (lines !== null) yield* lines;
  };
}
