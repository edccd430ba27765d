import { grantKinds } from '@comet/contract';
import type { Log } from '@comet/foundation/log';
import { reasonOf } from '@comet/foundation';
import { type FeedDeps, followFeed } from '../follow-feed.ts';

/** Milliseconds without a ping after which a gateway no longer follows the feed over NATS. */
const silenceMs = 45_000;

/** A line that a gateway gets besides the changes. */
export interface BesideLine {
  readonly gatewayId: string;
  readonly line: string;
  /** Cursor of a heartbeat; null for keys, which are valid after any change. */
  readonly cursor: number | null;
}

interface Follower {
  lastPing: number;
  readonly stop: AbortController;
}

/** The cursor and kind of a signed line, without verification: this process has signed it. */
function contentOf(line: string): { readonly type: string; readonly cursor?: number } {
  const payload = line.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { type: string; cursor?: number };
}

/**
 * Makes the heartbeats and key lines of the gateways that have sent a ping lately: those of the feed over HTTP, which has the same digests.
 * A gateway whose credential is not in force gets none.
 */
export class HeartbeatLines {
  readonly #deps: FeedDeps & { readonly log: Log };
  readonly #followers = new Map<string, Follower>();
  readonly #ready: BesideLine[] = [];
  readonly #onReady: () => void;
  #position: number;

  /** `position`: the cursor from which new followers start. `onReady` is called when `take` has another line. */
  constructor(deps: FeedDeps & { readonly log: Log }, position: number, onReady: () => void) {
    this.#deps = deps;
    this.#position = position;
    this.#onReady = onReady;
  }

  /** Whether `take` has a line. */
  get isDue(): boolean {
    return this.#ready.length > 0;
  }

  moveTo(position: number): void {
    this.#position = position;
  }

  /** Records that a gateway follows the feed over NATS. */
  ping(gatewayId: string): void {
    const now = performance.now();
    const known = this.#followers.get(gatewayId);
    if (known !== undefined) {
      known.lastPing = now;
      return;
    }
    const stop = new AbortController();
    this.#followers.set(gatewayId, { lastPing: now, stop });
    void this.#follow(gatewayId, stop.signal);
  }

  /** Returns the lines that have become due. */
  take(): readonly BesideLine[] {
    const now = performance.now();
    for (const [gatewayId, { lastPing, stop }] of this.#followers)
      if (now - lastPing > silenceMs) this.#forget(gatewayId, stop);
    return this.#ready.splice(0);
  }

  close(): void {
    for (const [gatewayId, { stop }] of this.#followers) this.#forget(gatewayId, stop);
  }

  #forget(gatewayId: string, stop: AbortController): void {
    stop.abort();
    this.#followers.delete(gatewayId);
  }

  async #follow(gatewayId: string, signal: AbortSignal): Promise<void> {
    const at = { gatewayId, cursor: this.#position };
    const from = { ...at, kinds: grantKinds, takesAccounts: true, format: 2 as const };
    try {
      for await (const made of followFeed(this.#deps, from, signal)) {
        const line = String(made);
        // A chunk of a snapshot, which gateways get over HTTP only, has no signature.
        if (line.startsWith('{')) continue;
        const { type, cursor = null } = contentOf(line);
        if (type !== 'heartbeat' && type !== 'keys') continue;
        this.#ready.push({ gatewayId, line, cursor });
        this.#onReady();
      }
    } catch (error) {
      this.#deps.log.warn({ reason: reasonOf(error) }, 'the heartbeats of a gateway ended');
    }
    // The next ping starts it again, unless the gateway was retired.
    if (this.#followers.get(gatewayId)?.stop.signal === signal) this.#followers.delete(gatewayId);
  }
}
