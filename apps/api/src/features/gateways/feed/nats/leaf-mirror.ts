import { setTimeout as sleep } from 'node:timers/promises';
import { feedStream } from '@comet/contract';
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { createMirror } from './jetstream-feed.ts';

/** Nanoseconds without anything from the hub, which sends something every second, after which a mirror counts as stalled. */
const stalledNs = 5e9;

/** Nanoseconds after which a stalled mirror is created again: nats-server has tried once to continue it, after ten seconds. */
const lostNs = 15e9;

/** Milliseconds after which a mirror that has received nothing, and does not begin to, is created again. */
const abandonedMs = 15_000;

/** Milliseconds to wait for a new mirror: a gateway waits four seconds for the reply. */
const setupMs = 2_000;
const pollMs = 200;

/** The state of a leaf node's copy of the stream. `silent`: the hub has sent nothing yet; `lost`: stalled for long. */
type MirrorState = 'following' | 'starting' | 'silent' | 'stalled' | 'lost';

/** Returns the state of a mirror. */
export function mirrorState({ state, mirror }: Pick<StreamInfo, 'state' | 'mirror'>): MirrorState {
  const active = mirror?.active ?? -1;
  if (active > lostNs) return 'lost';
  if (active > stalledNs) return 'stalled';
  if (active < 0) return 'silent';
  return state.messages > 0 ? 'following' : 'starting';
}

/**
 * The copies of the stream on leaf nodes. Where the hub has no leader, or a request to it is lost, nats-server waits 30 seconds for the
 * reply and then up to two minutes more until the next one, however soon the hub is back. A copy that does not follow for 15 seconds is
 * therefore created again, from near the end of the stream: gateways catch up over HTTP before they read from it.
 */
export class LeafMirrors {
  /** Since when each domain's mirror is silent, in ms of a clock that never goes back. */
  readonly #silentSince = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns whether the mirror in a leaf node's domain follows the stream: a consumer of one that does not would remain silent. Waits for one
   * that is starting. Throws while the hub has no leader.
   */
  async isFollowing(
    domain: string,
    leaf: JetStreamManager,
    hub: JetStreamManager,
    hubDomain: string,
  ): Promise<boolean> {
    const deadline = this.#now() + setupMs;
    for (;;) {
      const state = mirrorState(await leaf.streams.info(feedStream));
      if (state !== 'silent') this.#silentSince.delete(domain);
      if (state === 'lost' || (state === 'silent' && this.#isAbandoned(domain))) {
        await createMirror(leaf, hub, hubDomain);
        this.#silentSince.delete(domain);
      } else if ((state !== 'starting' && state !== 'silent') || this.#now() > deadline)
        return state === 'following';
      await sleep(pollMs);
    }
  }

  #isAbandoned(domain: string): boolean {
    const since = this.#silentSince.get(domain);
    if (since === undefined) this.#silentSince.set(domain, this.#now());
    return since !== undefined && this.#now() - since > abandonedMs;
  }
}
