import { addressesOf, type ExitClaim } from '@comet/admission';
import { err, ok, type Result } from '@comet/foundation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockedMark } from '../../platform/routing/exit-slot.ts';
import type { EgressRouteEntry } from '../../platform/firewall/egress-route-table.ts';
import type { QuotaLease } from '../metering/index.ts';
import type { ExitView } from '../proxy/index.ts';
import { createEgressRoutes } from './egress-routes.ts';

const packet = 100;
const exit: ExitView = {
  ...{ id: 'one', kind: 'node', country: 'US', city: 'nyc', use: 'native', healthy: true, load: 0 },
  outlet: { kind: 'local', ipv4: '198.18.0.0', ipv6: null, resolver: '192.0.2.53' },
  caps: { bytesPerSecond: null, dayBytes: null },
  rules: { ports: [], networks: [], names: [] },
};
const pool = { kind: 'pool', use: 'native', country: 'US', city: 'nyc' } as const;
const claims: readonly (ExitClaim | undefined)[] = [
  { ...pool, purse: 'a', whenEmpty: 'block' },
  { ...pool, purse: 'a', whenEmpty: 'standard' },
  { ...pool, purse: 'b', whenEmpty: 'block' },
  { ...pool, purse: null, whenEmpty: 'block' },
  undefined,
];

/** A fake kernel with quotas, and a fake ledger that responds late. */
class Fixture {
  now = 0;
  left: number;
  healthy = true;
  /** Forwarded bytes by quota account. */
  readonly passed = new Map<string, number>();
  readonly quotaAccountOf = new Map<number, string>();
  readonly quotaLeases = new Map<string, { bytes: number; purse: string }>();
  readonly used = new Map<string, { bytes: number; done: boolean }>();
  readonly #entries = new Map<string, EgressRouteEntry>();
  readonly #counters = new Map<string, number>();
  readonly #pendingDraws: (() => void)[] = [];

  constructor(bought: number) {
    this.left = bought;
  }

  readonly egressRoutes = createEgressRoutes({
    table: {
      set: (changes) => {
        for (const { of, entry } of changes) this.#set(of.ipv4, entry);
        return Promise.resolve();
      },
      counted: () => Promise.resolve(new Map(this.#counters)),
    },
    exits: () => new Map([['one', { ...exit, healthy: this.healthy }]]),
    marksOf: () => ({ mark4: blockedMark + 1, mark6: blockedMark + 1 }),
    ...{
      onEgressRoute: () => undefined,
      forget: () => undefined,
      onStatusChange: () => undefined,
      random: () => 0,
    },
    draw: (_, purse) => new Promise((resolve) => this.#pendingDraws.push(() => resolve(this.#draw(purse)))),
    use: (slice, bytes, done) => {
      const before = this.used.get(slice);
      if (before?.done === true) return;
      this.used.set(slice, { bytes: Math.max(bytes, before?.bytes ?? 0), done });
    },
    now: () => this.now,
    onError: (error) => {
      throw error;
    },
  });

  /** Sets an entry; a quota with the same name keeps its count. */
  #set(address: string, entry: EgressRouteEntry | null): void {
    const before = this.#entries.get(address)?.quota?.name;
    const quota = entry?.quota ?? null;
    if (before !== undefined && before !== quota?.name) this.#counters.delete(before);
    if (quota !== null && before !== quota.name) this.#counters.set(quota.name, quota.used);
    if (entry === null) this.#entries.delete(address);
    else this.#entries.set(address, entry);
  }

  #draw(purse: string): Result<QuotaLease, 'empty'> {
    const bytes = Math.min(10 * packet, this.left);
    if (bytes === 0) return err('empty');
    this.left -= bytes;
    const slice = String(this.quotaLeases.size);
    this.quotaLeases.set(slice, { bytes, purse });
    return ok({ slice, bytes });
  }

  /** Sends packets of a session; packets above the limit are counted and dropped. */
  send(host: number, packets: number): void {
    const entry = this.#entries.get(addressesOf(host).ipv4);
    const quota = entry?.quota ?? null;
    if (quota === null || entry?.mark4 === blockedMark) return;
    const { name, limit } = quota;
    for (let sent = 0; sent < packets; sent += 1) {
      const count = (this.#counters.get(name) ?? 0) + packet;
      this.#counters.set(name, count);
      if (count > limit) continue;
      const purse = this.quotaAccountOf.get(host) ?? '';
      this.passed.set(purse, (this.passed.get(purse) ?? 0) + packet);
    }
  }

  respond(): boolean {
    const next = this.#pendingDraws.shift();
    next?.();
    return next !== undefined;
  }
}

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);

const action = fc.record({
  kind: fc.constantFrom(
    ...(['open', 'carry', 'carry', 'carry', 'count', 'count', 'answer', 'answer', 'answer'] as const),
    ...(['close', 'lapse', 'pass', 'buy', 'exit'] as const),
  ),
  host: fc.integer({ min: 20, max: 22 }),
  claim: fc.constantFrom(...claims),
  count: fc.nat(15),
});

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
const actionOf = (kind: Action['kind'], count = 0): Action => ({ kind, host: 20, claim: claims[0], count });
/** The quota runs out while the next lease is pending. */
const runsOutDuringDraw: [number, Action[]] = [
  4,
  [
    actionOf('open'),
    actionOf('answer'),
    actionOf('carry', 3),
    actionOf('buy', 1),
    actionOf('count'),
    actionOf('carry', 2),
    actionOf('answer'),
  ],
];

test('every forwarded byte is charged to one lease of its account, and no more than the leased bytes is forwarded, for any events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.array(action, { maxLength: 60 }), async (packets, actions) => {
      const fixture = new Fixture(packets * packet);
      const { egressRoutes } = fixture;
      const settle = () => new Promise((resolve) => setImmediate(resolve));
      const lease = (host: number, claim?: ExitClaim) => ({
        ...{ sub: 's', slot: 0, publicKey: `key ${host}`, host, issuedAt: 0, sessionUntil: 1, exit: claim },
      });
      let bought = packets * packet;
      for (const { kind, host, claim, count } of actions) {
        if (kind === 'open') {
          await egressRoutes.open(lease(host, claim));
          fixture.quotaAccountOf.delete(host);
          if (claim?.kind === 'pool' && claim.purse !== null) fixture.quotaAccountOf.set(host, claim.purse);
        }
        if (kind === 'carry') fixture.send(host, count);
        if (kind === 'count') await egressRoutes.count();
        if (kind === 'answer') fixture.respond();
        if (kind === 'close') {
          await egressRoutes.close([lease(host)]);
          fixture.quotaAccountOf.delete(host);
        }
        if (kind === 'lapse') await egressRoutes.lapse(new Set([String(count)]));
        if (kind === 'pass') fixture.now += count * 2_000;
        if (kind === 'buy') {
          bought += count * packet;
          fixture.left += count * packet;
        }
        if (kind === 'exit') {
          fixture.healthy = count > 4;
          await egressRoutes.realign();
        }
        await settle();
        const drawn = sumOf([...fixture.quotaLeases.values()].map(({ bytes }) => bytes));
        expect(drawn + fixture.left).toBe(bought);
        expect(sumOf([...fixture.passed.values()])).toBeLessThanOrEqual(drawn);
      }
      // With an exit and quota again, every metered session continues.
      fixture.left += 100 * packet;
      fixture.now += 60_000;
      fixture.healthy = true;
      await egressRoutes.realign();
      for (let times = 0; times < 2; times += 1) {
        await egressRoutes.count();
        while (fixture.respond()) await settle();
      }
      for (const [host, purse] of fixture.quotaAccountOf) {
        const before = fixture.passed.get(purse) ?? 0;
        fixture.send(host, 1);
        expect(fixture.passed.get(purse)).toBe(before + packet);
      }
      await egressRoutes.close([20, 21, 22].map((host) => lease(host)));
      while (fixture.respond()) await settle();
      for (const [slice, { bytes }] of fixture.quotaLeases) {
        expect(fixture.used.get(slice)?.done).toBe(true);
        expect(fixture.used.get(slice)?.bytes).toBeLessThanOrEqual(bytes);
      }
      for (const payer of ['a', 'b']) {
        const own = [...fixture.used].filter(([slice]) => fixture.quotaLeases.get(slice)?.purse === payer);
        expect(sumOf(own.map(([, { bytes }]) => bytes))).toBe(fixture.passed.get(payer) ?? 0);
      }
    }),
    { numRuns: 300, examples: [runsOutDuringDraw] },
  );
});
