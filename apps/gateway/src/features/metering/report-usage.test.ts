import { err, ok } from '@comet/foundation';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SentReport } from '../../platform/nats/usage-transport.ts';
import type { QuotaLeaseUse } from './quota-lease-ledger.ts';
import { reportUsage } from './report-usage.ts';

type Http = 'up' | 'down' | 'reply lost';
type Nats = 'up' | 'stored' | 'failed' | 'stored, reply lost';

/** A control plane that records the greatest total of each lease, and both ways to it. */
class Paths {
  http: Http = 'up';
  nats: Nats = 'up';
  time = 0;
  readonly recorded = new Map<string, QuotaLeaseUse>();
  /** Reports that the NATS server has stored and not delivered. */
  readonly stored: (readonly QuotaLeaseUse[])[] = [];
  readonly taken: ('http' | 'nats')[] = [];
  readonly failures: (string | null)[] = [];

  readonly report = reportUsage({
    http: (leases) => {
      this.taken.push('http');
      if (this.http !== 'down') this.record(leases);
      return Promise.resolve(this.http === 'up' ? ok([]) : err('unreachable' as const));
    },
    nats: { send: (leases) => Promise.resolve(this.#send(leases)) },
    onNats: ({ failed }) => void this.failures.push(failed),
    now: () => this.time,
  });

  #send(leases: readonly QuotaLeaseUse[]): SentReport {
    this.taken.push('nats');
    if (this.nats === 'up') {
      this.record(leases);
      return { kind: 'applied', unknown: [] };
    }
    if (this.nats !== 'failed') this.stored.push(leases);
    return this.nats === 'stored' ? { kind: 'stored' } : { kind: 'failed', reason: this.nats };
  }

  record(leases: readonly QuotaLeaseUse[]): void {
    for (const { slice, usedBytes, done } of leases) {
      const before = this.recorded.get(slice);
      this.recorded.set(slice, {
        slice,
        usedBytes: Math.max(usedBytes, before?.usedBytes ?? 0),
        done: done || before?.done === true,
      });
    }
  }
}

const lease = (usedBytes: number, done = false, slice = 'one'): QuotaLeaseUse => ({ slice, usedBytes, done });

test('reports over NATS, and urgently over HTTP', async () => {
  const paths = new Paths();
  expect(await paths.report([lease(1)], 'soon')).toEqual(ok([]));
  expect(await paths.report([lease(2)], 'now')).toEqual(ok([]));
  expect(paths.taken).toEqual(['nats', 'http']);
});

test.each(['stored', 'failed'] as const)(
  'uses HTTP for half a minute after NATS has %s a report',
  async (nats) => {
    const paths = new Paths();
    paths.nats = nats;
    expect(await paths.report([lease(1)], 'soon')).toEqual(ok([]));
    paths.nats = 'up';
    paths.time = 29_000;
    await paths.report([lease(2)], 'soon');
    paths.time = 30_000;
    await paths.report([lease(3)], 'soon');
    expect(paths.taken).toEqual(['nats', 'http', 'http', 'nats']);
    expect(paths.failures).toEqual([expect.any(String), null]);
  },
);

test('stores each change once while the control plane is away, and again after a minute', async () => {
  const paths = new Paths();
  paths.nats = 'stored';
  paths.http = 'down';
  for (paths.time = 0; paths.time < 30_000; paths.time += 5_000)
    expect(await paths.report([lease(1)], 'soon')).toEqual(err('unreachable'));
  await paths.report([lease(1), lease(7, true, 'two')], 'soon');
  expect(paths.stored).toEqual([[lease(1)], [lease(7, true, 'two')]]);
  paths.time = 60_000;
  await paths.report([lease(1)], 'soon');
  expect(paths.stored).toHaveLength(3);
});

test('an urgent report is stored where HTTP is away', async () => {
  const paths = new Paths();
  paths.nats = 'stored';
  paths.http = 'down';
  expect(await paths.report([lease(5, true)], 'now')).toEqual(err('unreachable'));
  expect(paths.stored).toEqual([[lease(5, true)]]);
});

test('every accepted report is recorded, and none twice, however the paths fail and change', async () => {
  const step = fc.record({
    http: fc.constantFrom<Http>('up', 'down', 'reply lost'),
    nats: fc.constantFrom<Nats>('up', 'stored', 'failed', 'stored, reply lost'),
    uses: fc.array(fc.tuple(fc.nat(3), fc.nat(50), fc.boolean()), { minLength: 1, maxLength: 5 }),
    urgency: fc.constantFrom('soon' as const, 'now' as const),
    later: fc.nat(70_000),
    delivered: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const paths = new Paths();
      const totals = new Map<string, QuotaLeaseUse>();
      for (const { http, nats, uses, urgency, later, delivered } of steps) {
        Object.assign(paths, { http, nats, time: paths.time + later });
        for (const [number, more, done] of uses) {
          const slice = `lease ${number}`;
          const before = totals.get(slice) ?? lease(0, false, slice);
          totals.set(slice, { slice, usedBytes: before.usedBytes + more, done: done || before.done });
        }
        // Stored reports are delivered at any time, in any order, and twice.
        if (delivered) for (const some of paths.stored.toReversed()) paths.record(some);
        const all = [...totals.values()];
        const reply = await paths.report(all, urgency);
        if (reply.ok) for (const one of all) expect(paths.recorded.get(one.slice)).toEqual(one);
      }
      for (const [slice, { usedBytes }] of paths.recorded)
        expect(usedBytes).toBeLessThanOrEqual(totals.get(slice)?.usedBytes ?? 0);
      Object.assign(paths, { http: 'up', nats: 'up', time: paths.time + 60_000 });
      await paths.report([...totals.values()], 'soon');
      expect(paths.recorded).toEqual(totals);
    }),
  );
});
