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

/** Device and egress routes are slow and perform calls in order, while more calls arrive. */

const keys = Array.from({ length: 4 }, (_, index) => Buffer.alloc(32, index + 1).toString('base64'));
const subs = ['a', 'b'].map((letter) => letter.repeat(22));

/** Pending calls. */
class Line {
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

class World {
  readonly deviceLine = new Line();
  readonly egressRoutesLine = new Line();
  readonly peers = new Map<string, readonly string[]>();
  /** The hosts with a route. */
  readonly egressRoutes = new Set<number>();
  readonly leases = new LeaseTable();
  readonly statics = new Grants();
  random = 0;

  readonly room = createPeers({
    device: {
      apply: (change: PeerChange) => this.deviceLine.add(() => this.#change(change)),
      status: () => this.deviceLine.add(() => this.#status()),
    },
    egressRoutes: {
      // One that goes on with other data: first what it had is settled.
      open: async ({ host }: Lease) => {
        if (this.egressRoutes.has(host)) await this.egressRoutesLine.add(() => undefined);
        await this.egressRoutesLine.add(() => void this.egressRoutes.add(host));
      },
      close: (ended) =>
        this.egressRoutesLine.add(() => ended.forEach(({ host }) => this.egressRoutes.delete(host))),
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

  /** The sessions' hosts whose packets pass. */
  hosts(): readonly number[] {
    return [...this.peers.values()].flatMap((allowedIps) => {
      const [ipv4 = '', ipv6 = ''] = allowedIps.map((cidr) => cidr.replace(/\/(32|128)$/, ''));
      const host = hostOf({ ipv4, ipv6 });
      return host !== null && isIn(tunnelPools.session, host) ? [host] : [];
    });
  }
}

const act = fc.record({
  kind: fc.constantFrom(
    ...(['admit', 'admit', 'end', 'put', 'withdraw', 'reconcile'] as const),
    ...(['device', 'device', 'device', 'ways', 'ways', 'refuse'] as const),
  ),
  key: fc.constantFrom(...keys),
  sub: fc.constantFrom(...subs),
  slot: fc.nat(1),
  start: fc.nat(3),
});

const admits = (key: number) =>
  ({ kind: 'admit', key: keys[key] ?? '', sub: subs[0] ?? '', slot: 0, start: 0 }) as const;
/** A session that is refused after it was presented. */
const turnedAway = [admits(0), { ...admits(0), kind: 'ways' }, { ...admits(0), kind: 'refuse' }] as const;
/** Presented twice, refused at the first, and another key of the same slot before the second is answered. */
const renewedAndRefused = [
  ...[admits(0), admits(0), { ...admits(0), kind: 'ways' }, { ...admits(0), kind: 'refuse' }],
  ...[admits(1), { ...admits(0), kind: 'ways' }, { ...admits(0), kind: 'ways' }],
  ...[
    { ...admits(0), kind: 'device' },
    { ...admits(0), kind: 'ways' },
  ],
] as const;
/** A device that goes back to its first key while the second is still on its way in. */
const backAgain = [admits(0), admits(1), admits(0)];

test('admits no session without a route or a right, for any events during a change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const world = new World();
      const { room, leases, statics, peers } = world;
      const turn = async () => {
        await new Promise((resolve) => setImmediate(resolve));
        for (const host of world.hosts()) expect(world.egressRoutes).toContain(host);
      };
      const asked: Promise<unknown>[] = [];
      /** Why it failed, or null. */
      const ask = (work: Promise<unknown>) =>
        asked.push(
          work.then(
            () => null,
            (error: unknown) => error,
          ),
        );
      let refused = false;
      for (const [index, { kind, key, sub, slot, start }] of acts.entries()) {
        world.random = start / 2 ** 20;
        const id = `00000000-0000-4000-8000-00000000000${start}`;
        if (kind === 'admit')
          ask(room.admit({ sub, slot, publicKey: key, issuedAt: index, sessionUntil: 900 }));
        if (kind === 'end') ask(room.end(leases.ofSubject(sub)));
        if (kind === 'reconcile') ask(room.reconcile());
        if (kind === 'put') {
          const addresses = addressesOf(tunnelPools.static.first + start);
          const grant: WireguardGrant = { kind: 'wireguard', id, sub, publicKey: key, ...addresses };
          if (statics.put(grant)) ask(room.align([key]));
        }
        if (kind === 'withdraw') {
          const gone = statics.withdraw(id);
          if (gone?.kind === 'wireguard') ask(room.align([gone.publicKey]));
        }
        if (kind === 'device') world.deviceLine.step();
        if (kind === 'ways') world.egressRoutesLine.step();
        if (kind === 'refuse') refused = world.deviceLine.step(true) || refused;
        await turn();
      }
      const settle = async () => {
        while (world.deviceLine.step() || world.egressRoutesLine.step()) await turn();
        const failures = (await Promise.all(asked)).filter((error) => error !== null);
        if (!refused) expect(failures).toEqual([]);
      };
      await settle();
      // A failed change is repeated with the next comparison.
      if (refused) ask(room.reconcile());
      await settle();
      const wanted = [...desiredPeers(leases, statics).all()];
      expect(peers).toEqual(new Map(wanted.map(({ publicKey, allowedIps }) => [publicKey, allowedIps])));
      expect(world.egressRoutes).toEqual(new Set([...leases.all()].map(({ host }) => host)));
    }),
    { numRuns: 200, examples: [[backAgain], [[...turnedAway]], [[...renewedAndRefused]]] },
  );
});
