import { addressesOf, hostOf, isIn, tunnelPools } from '@comet/admission';
import type { WireguardGrant } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import type { PeerChange, PeerStatus } from '@comet/linux-network';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Grants } from '../feed/index.ts';
import { type Lease, LeaseTable } from '../leases/index.ts';
import { desiredPeers } from './desired-peers.ts';
import { createPeers } from './peers.ts';

/** The device and the egress routes execute calls slowly and in order, while further calls arrive. */

const keys = Array.from({ length: 4 }, (_, index) => Buffer.alloc(32, index + 1).toString('base64'));
const subs = ['a', 'b'].map((letter) => letter.repeat(22));

/** Pending calls. */
class CallQueue {
  readonly #waiting: ((refuses: boolean) => void)[] = [];

  add<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) =>
      this.#waiting.push((refuses) => (refuses ? reject(new Error('refused')) : resolve(work()))),
    );
  }

  step(refuses = false): boolean {
    const next = this.#waiting.shift();
    next?.(refuses);
    return next !== undefined;
  }
}

class Fixture {
  readonly deviceQueue = new CallQueue();
  readonly egressRouteQueue = new CallQueue();
  readonly peers = new Map<string, readonly string[]>();
  /** Hosts with a route. */
  readonly egressRoutes = new Set<number>();
  readonly leases = new LeaseTable();
  readonly statics = new Grants();
  random = 0;

  readonly manager = createPeers({
    device: {
      apply: (change: PeerChange) => this.deviceQueue.add(() => this.#change(change)),
      status: () => this.deviceQueue.add(() => this.#status()),
    },
    egressRoutes: {
      // An existing session with another quota account is settled first.
      open: async ({ host }: Lease) => {
        if (this.egressRoutes.has(host)) await this.egressRouteQueue.add(() => undefined);
        await this.egressRouteQueue.add(() => void this.egressRoutes.add(host));
      },
      close: (ended) =>
        this.egressRouteQueue.add(() => ended.forEach(({ host }) => this.egressRoutes.delete(host))),
    },
    ...{ leases: this.leases, statics: this.statics, clock: manualClock(new Date(0)) },
    ...{ random: () => this.random, onChange: () => undefined, onFreed: () => undefined },
  });

  #change({ remove = [], set = [] }: PeerChange): void {
    for (const key of remove) this.peers.delete(key);
    for (const { publicKey, allowedIps } of set) this.peers.set(publicKey, allowedIps);
  }

  #status(): readonly PeerStatus[] {
    const rest = { endpoint: null, rxBytes: 0, txBytes: 0, lastHandshake: null };
    return [...this.peers].map(([publicKey, allowedIps]) => ({ publicKey, allowedIps, ...rest }));
  }

  /** Returns the hosts of sessions whose packets are accepted. */
  hosts(): readonly number[] {
    return [...this.peers.values()].flatMap((allowedIps) => {
      const [ipv4 = '', ipv6 = ''] = allowedIps.map((cidr) => cidr.replace(/\/(32|128)$/, ''));
      const host = hostOf({ ipv4, ipv6 });
      return host !== null && isIn(tunnelPools.session, host) ? [host] : [];
    });
  }
}

const action = fc.record({
  kind: fc.constantFrom(
    ...(['admit', 'admit', 'end', 'put', 'withdraw', 'reconcile'] as const),
    ...(['device', 'device', 'device', 'ways', 'ways', 'refuse'] as const),
  ),
  key: fc.constantFrom(...keys),
  sub: fc.constantFrom(...subs),
  slot: fc.nat(1),
  start: fc.nat(3),
});

const admission = (key: number) =>
  ({ kind: 'admit', key: keys[key] ?? '', sub: subs[0] ?? '', slot: 0, start: 0 }) as const;
/** The device fails after a presentation. */
const refusedAfterPresentation = [
  admission(0),
  { ...admission(0), kind: 'ways' },
  { ...admission(0), kind: 'refuse' },
] as const;
/** Presented twice, the device fails at the first, and another key of the same slot arrives before the second completes. */
const renewedAndRefused = [
  ...[admission(0), admission(0), { ...admission(0), kind: 'ways' }, { ...admission(0), kind: 'refuse' }],
  ...[admission(1), { ...admission(0), kind: 'ways' }, { ...admission(0), kind: 'ways' }],
  ...[
    { ...admission(0), kind: 'device' },
    { ...admission(0), kind: 'ways' },
  ],
] as const;
/** A client that returns to its first key while its second one is pending. */
const backAgain = [admission(0), admission(1), admission(0)];

test('admits no session without a route or a lease, for any concurrent events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
      const fixture = new Fixture();
      const { manager, leases, statics, peers } = fixture;
      const settleTurn = async () => {
        await new Promise((resolve) => setImmediate(resolve));
        for (const host of fixture.hosts()) expect(fixture.egressRoutes).toContain(host);
      };
      const pending: Promise<unknown>[] = [];
      /** Records the error of a call, or null. */
      const track = (work: Promise<unknown>) =>
        pending.push(
          work.then(
            () => null,
            (error: unknown) => error,
          ),
        );
      let refused = false;
      for (const [index, { kind, key, sub, slot, start }] of actions.entries()) {
        fixture.random = start / 2 ** 20;
        const id = `00000000-0000-4000-8000-00000000000${start}`;
        if (kind === 'admit')
          track(manager.admit({ sub, slot, publicKey: key, issuedAt: index, sessionUntil: 900 }));
        if (kind === 'end') track(manager.end(leases.ofSubject(sub)));
        if (kind === 'reconcile') track(manager.reconcile());
        if (kind === 'put') {
          const addresses = addressesOf(tunnelPools.static.first + start);
          const grant: WireguardGrant = { kind: 'wireguard', id, sub, publicKey: key, ...addresses };
          if (statics.put(grant)) track(manager.align([key]));
        }
        if (kind === 'withdraw') {
          const gone = statics.withdraw(id);
          if (gone?.kind === 'wireguard') track(manager.align([gone.publicKey]));
        }
        if (kind === 'device') fixture.deviceQueue.step();
        if (kind === 'ways') fixture.egressRouteQueue.step();
        if (kind === 'refuse') refused = fixture.deviceQueue.step(true) || refused;
        await settleTurn();
      }
      const settle = async () => {
        while (fixture.deviceQueue.step() || fixture.egressRouteQueue.step()) await settleTurn();
        const failures = (await Promise.all(pending)).filter((error) => error !== null);
        if (!refused) expect(failures).toEqual([]);
      };
      await settle();
      // A failed change is repeated by the next comparison.
      if (refused) track(manager.reconcile());
      await settle();
      const wanted = [...desiredPeers(leases, statics).all()];
      expect(peers).toEqual(new Map(wanted.map(({ publicKey, allowedIps }) => [publicKey, allowedIps])));
      expect(fixture.egressRoutes).toEqual(new Set([...leases.all()].map(({ host }) => host)));
    }),
    { numRuns: 200, examples: [[backAgain], [[...refusedAfterPresentation]], [[...renewedAndRefused]]] },
  );
});
