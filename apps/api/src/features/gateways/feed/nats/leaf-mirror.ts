import { setTimeout as sleep } from 'node:timers/promises';
import { feedStream } from '@comet/contract';
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { ensureMirror } from './jetstream-feed.ts';

/** Nanoseconds without anything from the hub, which sends something every second, after which a mirror counts as stalled. */
const stalledNs = 5e9;

/**
 * Milliseconds after which a mirror that has received nothing is created again: nats-server retries its setup only after 12 to 150 seconds
 * if the hub had no leader.
 */
const abandonedMs = 10_000;

/** Milliseconds to wait for a new mirror: a gateway waits four seconds for the reply. */
const setupMs = 2_000;
const pollMs = 200;

/** The state of a leaf node's copy of the stream. `abandoned`: its setup has failed. */
type MirrorState = 'following' | 'starting' | 'abandoned' | 'stalled';

/** Returns the state of a mirror. */
export function mirrorState({ created, ts, state, mirror }: StreamInfo): MirrorState {
  const active = mirror?.active ?? -1;
  if (active > stalledNs) return 'stalled';
  if (active >= 0 && state.messages > 0) return 'following';
  // Both times are of the leaf node's clock.
  const age = ts === undefined ? 0 : Date.parse(ts) - Date.parse(created);
  return active < 0 && state.last_seq === 0 && age > abandonedMs ? 'abandoned' : 'starting';
}

/**
 * Returns whether the mirror in a leaf node's domain follows the stream: a consumer of one that does not would remain silent. Waits
 * for one that is starting, and replaces one whose setup has failed.
 */
export async function isMirrorFollowing(leaf: JetStreamManager, hubDomain: string): Promise<boolean> {
  const deadline = performance.now() + setupMs;
  for (;;) {
    const state = mirrorState(await leaf.streams.info(feedStream));
    if (state === 'abandoned') {
      await leaf.streams.delete(feedStream);
      await ensureMirror(leaf, hubDomain);
    } else if (state !== 'starting' || performance.now() > deadline) return state === 'following';
    await sleep(pollMs);
  }
}
