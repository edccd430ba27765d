import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../../src/features/residential-data/balance.ts';
import { reserveQuota } from '../../src/features/residential-data/reserve-quota.ts';
import {
  enterUsageDays,
  deleteQuotaLeases,
  settleAbandoned,
} from '../../src/features/residential-data/index.ts';
import { recordUsage } from '../../src/features/residential-data/record-usage.ts';
import { type ApiUnderTest, makeGateway, startApi, type TestGateway } from '../fixture/api-fixture.ts';
import { giveBytes, makeSpender, spendingDeps, usageEntriesOf } from './data-fixture.ts';

let under: ApiUnderTest;
let gateways: readonly TestGateway[];
beforeAll(async () => {
  under = await startApi();
  gateways = [await makeGateway(under), await makeGateway(under), await makeGateway(under)];
});
afterAll(() => under.stop());

const hourMs = 3_600_000;
const deps = () => spendingDeps(under);

/** A lease of a simulated gateway: the drawn bytes, the actual usage, and the usage stored on its disk. */
interface HeldQuotaLease {
  readonly slice: string;
  readonly at: number;
  readonly bytes: number;
  used: number;
  kept: number;
  /** The maximum that the control plane has received, and the time of the last draw or report. */
  reported: number;
  reportedAt: number;
  settled: boolean;
}

/** Mostly one of the first leases, so that many steps concern the same lease. */
const which = fc.oneof({ weight: 2, arbitrary: fc.nat(2) }, fc.nat(40));
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('draw' as const), at: fc.nat(2), again: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('carry' as const), which, part: fc.nat(100) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      which,
      done: fc.constantFrom(false, false, false, true),
      old: fc.boolean(),
      lost: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), at: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('buy' as const), bytes: fc.integer({ min: 1, max: 9_000_000 }) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
/** A gateway reports again after more than a day, when another has drawn everything. */
const tooLate: Step[] = [
  { do: 'draw', at: 0, again: false },
  { do: 'carry', which: 0, part: 100 },
  { do: 'wait', hours: 30 },
  ...Array.from({ length: 20 }, (): Step => ({ do: 'draw', at: 1, again: false })),
  { do: 'report', which: 0, done: true, old: false, lost: false },
];

test('no data is overspent, invented or lost by repeated, late or missing reports and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 45 }), async (steps) => {
      let bought = 20_000_000;
      const { owner, quotaAccounts } = await makeSpender(under, gateways, bought);
      const held: HeldQuotaLease[] = [];
      let last: { at: number; request: string; slice: string } | null = null;
      const now = () => under.clock.now().getTime();
      const used = () => held.reduce((sum, { reported }) => sum + reported, 0);
      const openAt = (at: number) => held.filter((slice) => slice.at === at && !slice.settled);
      const out = () => held.reduce((sum, one) => sum + (one.settled ? 0 : one.bytes - one.reported), 0);
      for (const one of steps) {
        if (one.do === 'draw') {
          const again: { at: number; request: string; slice: string } | null = one.again ? last : null;
          const at: number = again?.at ?? one.at;
          const request: string = again?.request ?? randomUUID();
          const left = bought - used() - out();
          const drawn = await reserveQuota(deps(), {
            gatewayId: gateways[at]?.id ?? '',
            quotaAccount: quotaAccounts[at] ?? '',
            request,
          });
          if (again !== null) {
            expect(drawn).toMatchObject({ ok: true, value: { slice: again.slice } });
          } else if (left === 0) {
            expect(drawn).toEqual({ ok: false, error: 'purse_empty' });
          } else if (openAt(at).length === 24) {
            expect(drawn).toEqual({ ok: false, error: 'too_many_requests' });
          } else {
            if (!drawn.ok) throw new Error(drawn.error);
            const { slice, bytes } = drawn.value;
            expect(bytes).toBeLessThanOrEqual(Math.min(left, 64_000_000));
            // Half of the maximum that it may hold, or the minimum lease.
            const unused = openAt(at).reduce((sum, open) => sum + open.bytes - open.reported, 0);
            expect(bytes).toBeLessThanOrEqual(Math.max(1_000_000, (left - unused) / 2));
            held.push({ slice, bytes, at, used: 0, kept: 0, reported: 0, reportedAt: now(), settled: false });
            last = { at, request, slice };
          }
        }
        if (one.do === 'carry') {
          const slice = held[one.which % (held.length || 1)];
          if (slice !== undefined && !slice.settled)
            slice.used = Math.min(slice.bytes, slice.used + Math.ceil((slice.bytes * one.part) / 100));
          if (slice !== undefined && one.part % 2 === 0) slice.kept = slice.used;
        }
        if (one.do === 'report') {
          const slice = held[one.which % (held.length || 1)];
          if (slice === undefined) continue;
          const usedBytes = one.old ? Math.floor(slice.used / 2) : slice.used;
          const report = { slice: slice.slice, usedBytes, done: one.done };
          const gatewayId = gateways[slice.at]?.id ?? '';
          const late = slice.settled ? bought - used() - out() : Number.POSITIVE_INFINITY;
          // A gateway repeats a report whose reply was lost; reports of another gateway are ignored.
          for (let time = one.lost ? 2 : 1; time > 0; time -= 1)
            expect(await recordUsage(deps(), gatewayId, [report, { ...report, usedBytes: 0 }])).toEqual([]);
          const stranger = gateways[(slice.at + 1) % 3]?.id ?? '';
          expect(await recordUsage(deps(), stranger, [{ ...report, usedBytes: slice.bytes }])).toEqual([
            slice.slice,
          ]);
          slice.reported = Math.min(Math.max(slice.reported, usedBytes), slice.reported + late);
          if (!slice.settled) slice.reportedAt = now();
          slice.settled ||= one.done;
        }
        // Usage that was not on the disk is lost in the customer's favour; the lease is still reported.
        if (one.do === 'restart')
          for (const slice of held)
            if (slice.at === one.at) slice.used = Math.max(slice.kept, slice.reported);
        if (one.do === 'wait') {
          under.clock.advance(one.hours * hourMs);
          await settleAbandoned(deps());
          await enterUsageDays(deps());
          for (const slice of held) slice.settled ||= now() - slice.reportedAt > 24 * hourMs;
        }
        if (one.do === 'buy') {
          bought += one.bytes;
          await giveBytes(under, owner, one.bytes);
        }
        const balance = await balanceOf(under.dependencies.db, owner);
        expect(balance).toEqual({
          boughtBytes: bought,
          usedBytes: used(),
          availableBytes: bought - used(),
          drawableBytes: bought - used() - out(),
        });
        expect(balance.drawableBytes).toBeGreaterThanOrEqual(0);
      }
      // At the end every gateway settles and the days are entered: the ledger has the same total.
      under.clock.advance(49 * hourMs);
      await settleAbandoned(deps());
      await enterUsageDays(deps());
      under.clock.advance(49 * hourMs);
      await deleteQuotaLeases(deps());
      const entered = (await usageEntriesOf(under, owner)).reduce((sum, { bytes }) => sum - bytes, 0);
      expect(entered).toBe(used());
    }),
    { numRuns: 13, examples: [[tooLate]] },
  );
});
