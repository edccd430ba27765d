import { randomBytes } from 'node:crypto';
import { systemClock, unixSeconds } from '@comet/foundation';
import {
  createPeers,
  debouncedWriter,
  type FeedFile,
  FeedState,
  followFeed,
  type Lease,
  LeaseTable,
  leasesSource,
  openLeasesFile,
} from '@comet/gateway';
import type { WireguardDevice } from '@comet/linux-network';

/** The agent's feed, and its initial state. */
export interface Followed {
  readonly kept: FeedFile;
  readonly gatewayId: string;
  open(cursor: number, signal: AbortSignal): AsyncIterable<string>;
}

/** The agent's leases, feed and peers on a device, written to disk as in production. */
export interface AgentPeers {
  /** Follows a feed from an empty state until the device has all its peers. */
  followUntilSynced(followed: Followed): Promise<void>;
  /** Admits and ends `count` sessions sequentially; returns the duration of each admission in ms. */
  admitAndEnd(count: number): Promise<readonly number[]>;
  fill(count: number): Promise<void>;
  reconcile(): Promise<void>;
  /** Resolves when all writes are done. */
  close(): Promise<void>;
}

const newRequest = () => ({
  sub: randomBytes(16).toString('base64url'),
  slot: 0,
  publicKey: randomBytes(32).toString('base64'),
  issuedAt: unixSeconds(new Date()),
  sessionUntil: unixSeconds(new Date()) + 80_000,
});

/** Returns the agent's peers, on a WireGuard device; their leases are stored in `folder`. */
export function agentPeers(device: WireguardDevice, folder: string): AgentPeers {
  let feed: FeedState | null = null;
  // Addresses are reused immediately: a bench admits more sessions in a minute than a gateway in a day.
  const leases = new LeaseTable({ quarantine: 0, capacity: 60_000 });
  const file = openLeasesFile(folder, { name: `${device.name}.json` });
  const source = leasesSource(leases);
  const saved = debouncedWriter(
    () => file.save(source),
    500,
    (error) => {
      throw error;
    },
  );
  const peers = createPeers({
    ...{ device, leases, clock: systemClock, random: Math.random },
    statics: {
      withKey: (publicKey) => feed?.grants.withKey(publicKey) ?? null,
      staticPeers: () => feed?.grants.staticPeers() ?? [],
    },
    onChange: saved.schedule,
    onFreed: () => undefined,
  });

  async function admit(): Promise<Lease> {
    const admitted = await peers.admit(newRequest());
    if (!admitted.ok) throw new Error(admitted.error);
    return admitted.value;
  }

  return {
    async followUntilSynced({ kept, gatewayId, open }) {
      const state = new FeedState(gatewayId, kept);
      feed = state;
      const stop = new AbortController();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const following = followFeed(
        {
          ...{ state, open, clock: systemClock, sleep: () => Promise.resolve() },
          onEffect(effect) {
            if (effect.kind === 'replaced') peers.reconcile().then(resolve, reject);
          },
          onLost: (reason) => reject(new Error(reason)),
        },
        stop.signal,
      );
      await promise;
      stop.abort();
      await following;
    },
    async admitAndEnd(count) {
      const times: number[] = [];
      const given: Lease[] = [];
      for (let index = 0; index < count; index += 1) {
        const start = performance.now();
        given.push(await admit());
        times.push(performance.now() - start);
      }
      await peers.end(given);
      return times;
    },
    async fill(count) {
      while (leases.size < count) await Promise.all(Array.from({ length: 100 }, admit));
    },
    reconcile: () => peers.reconcile(),
    async close() {
      await saved.flush();
      // Writes are sequential, so no other write is pending after this one.
      await file.save(source);
    },
  };
}
