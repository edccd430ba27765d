import { type Clock, err, manualClock, ok } from '@comet/foundation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QuotaLeaseLedger, type QuotaLeaseSource } from './quota-lease-ledger.ts';
import type { QuotaLeasesFile } from './quota-leases.store.ts';

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const clock = manualClock(new Date('2026-11-22T09:00:00Z'));

/** A fake ledger: the balance, and for each lease the greatest reported total. */
class FakeSource implements QuotaLeaseSource {
  left = 10_000;
  isUnreachable = false;
  /** Executes requests, but loses the responses. */
  losesReplies = false;
  readonly requests = new Map<string, { slice: string; bytes: number }>();
  readonly quotaLeases = new Map<
    string,
    { bytes: number; used: number; done: boolean; receivedAt: number }
  >();
  /** Leases returned after a day without a report. */
  readonly returned = new Set<string>();
  readonly #now: () => number;

  constructor(time: Clock = clock) {
    this.#now = () => time.now().getTime();
  }

  draw(_QuotaAccount: string, request: string) {
    if (this.isUnreachable) return Promise.resolve(err('unreachable' as const));
    const before = this.requests.get(request);
    const bytes = Math.min(1_000, this.left);
    if (before === undefined && bytes === 0) return Promise.resolve(err('empty' as const));
    const slice = before ?? { slice: idOf(this.quotaLeases.size), bytes };
    if (before === undefined) {
      this.left -= bytes;
      this.requests.set(request, slice);
      this.quotaLeases.set(slice.slice, { bytes, used: 0, done: false, receivedAt: this.#now() });
    }
    return Promise.resolve(this.losesReplies ? err('unreachable' as const) : ok(slice));
  }

  report(reported: readonly { slice: string; usedBytes: number; done: boolean }[]) {
    if (this.isUnreachable) return Promise.resolve(err('unreachable' as const));
    const unknown: string[] = [];
    for (const { slice, usedBytes, done } of reported) {
      const known = this.quotaLeases.get(slice);
      if (known === undefined) unknown.push(slice);
      if (known === undefined || known.done) continue;
      Object.assign(known, { used: Math.max(known.used, usedBytes), done, receivedAt: this.#now() });
      if (done) this.left += known.bytes - known.used;
    }
    return Promise.resolve(this.losesReplies ? err('unreachable' as const) : ok(unknown));
  }

  returnExpired(): void {
    for (const [id, slice] of this.quotaLeases) {
      if (slice.done || this.#now() - slice.receivedAt < 24 * 3_600_000) continue;
      slice.done = true;
      this.left += slice.bytes - slice.used;
      this.returned.add(id);
    }
  }
}

test('repeats a draw whose response was lost under the same id', async () => {
  const fakeSource = new FakeSource();
  const ledger = new QuotaLeaseLedger(fakeSource, null, clock, () => undefined);
  fakeSource.losesReplies = true;
  expect((await ledger.draw('one', 'p')).ok).toBe(false);
  fakeSource.losesReplies = false;
  expect(await ledger.draw('one', 'p')).toEqual(ok({ slice: idOf(0), bytes: 1_000 }));
  expect(await ledger.draw('one', 'p')).toEqual(ok({ slice: idOf(1), bytes: 1_000 }));
  expect(fakeSource.left).toBe(8_000);
});

test('concurrent requests get different leases', async () => {
  const fakeSource = new FakeSource();
  const ledger = new QuotaLeaseLedger(fakeSource, null, clock, () => undefined);
  const drawn = await Promise.all([1, 2, 3].map(() => ledger.draw('one', 'p')));
  expect(new Set(drawn.map((one) => (one.ok ? one.value.slice : ''))).size).toBe(3);
  expect(fakeSource.left).toBe(7_000);
});

const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('draw' as const), times: fc.constantFrom(1, 1, 2) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('use' as const),
      which: fc.nat(12),
      bytes: fc.nat(1_500),
      done: fc.constantFrom(false, false, true),
      /** Whether it happens while a report is pending. */
      during: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('report' as const) }) },
  fc.record({ kind: fc.constant('crash' as const) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 13 }) }),
  fc.record({
    kind: fc.constant('weather' as const),
    isUnreachable: fc.constantFrom(false, false, true),
    losesReplies: fc.constantFrom(false, false, true),
  }),
);

test('reports every used byte exactly once, despite lost responses, outages and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
      const now = manualClock(new Date('2026-11-22T09:00:00Z'));
      const fakeSource = new FakeSource(now);
      const opened = (file: QuotaLeasesFile | null) =>
        new QuotaLeaseLedger(fakeSource, file, now, () => undefined);
      let ledger = opened(null);
      /** By quota lease: the holder's count of its usage. */
      const truth = new Map<string, number>();
      const finished = new Set<string>();
      const end = (slice: string) => {
        ledger.use(slice, truth.get(slice) ?? 0, true);
        finished.add(slice);
      };
      const draw = async () => {
        const drawn = await ledger.draw('holder', 'p');
        if (!drawn.ok) return;
        const { slice } = drawn.value;
        expect(truth.has(slice)).toBe(false);
        truth.set(slice, 0);
        expect(fakeSource.returned).not.toContain(slice);
      };
      const expectReported = () => {
        for (const [slice, bytes] of truth)
          if (!fakeSource.returned.has(slice)) expect(fakeSource.quotaLeases.get(slice)?.used).toBe(bytes);
      };
      const use = (slice: string, bytes: number, done: boolean) => {
        if (!finished.has(slice)) {
          const size = fakeSource.quotaLeases.get(slice)?.bytes ?? 0;
          truth.set(slice, Math.max(truth.get(slice) ?? 0, Math.min(size, bytes)));
          // A returned lease may have another holder.
          expect(fakeSource.returned).not.toContain(slice);
          if (done) finished.add(slice);
        }
        ledger.use(slice, bytes, done);
      };
      for (const one of events) {
        for (const slice of ledger.lapsed()) end(slice);
        if (one.kind === 'draw') await Promise.all(Array.from({ length: one.times }, draw));
        else if (one.kind === 'report') {
          if (await ledger.report()) expectReported();
        } else if (one.kind === 'weather')
          Object.assign(fakeSource, { isUnreachable: one.isUnreachable, losesReplies: one.losesReplies });
        else if (one.kind === 'wait') {
          now.advance(one.hours * 3_600_000);
          fakeSource.returnExpired();
        } else if (one.kind === 'crash') {
          for (const slice of truth.keys()) finished.add(slice);
          ledger = opened(ledger.toFile());
        } else {
          const slice = [...truth.keys()][one.which % Math.max(1, truth.size)];
          const reported = one.during ? ledger.report() : null;
          if (slice !== undefined) use(slice, one.bytes, one.done);
          await reported;
        }
      }
      Object.assign(fakeSource, { isUnreachable: false, losesReplies: false });
      for (const slice of truth.keys()) ledger.use(slice, 0, true);
      expect(await ledger.report()).toBe(true);
      expect(ledger.toFile().quotaLeases).toEqual([]);
      expectReported();
      // A quota lease whose response was lost has no holder: the control plane returns it after a day.
      now.advance(24 * 3_600_000);
      fakeSource.returnExpired();
      const used = [...fakeSource.quotaLeases.values()].reduce((sum, slice) => sum + slice.used, 0);
      expect(fakeSource.left + used).toBe(10_000);
    }),
    { numRuns: 400 },
  );
});

test('a lease lapses 23 hours after its last accepted report, or after its request', async () => {
  const fakeSource = new FakeSource();
  const now = manualClock(new Date('2026-11-22T09:00:00Z'));
  const ledger = new QuotaLeaseLedger(fakeSource, null, now, () => undefined);
  const hours = (count: number) => now.advance(count * 3_600_000);
  const drawn = async (quotaAccount: string) => {
    const response = await ledger.draw('one', quotaAccount);
    return response.ok ? response.value.slice : response.error;
  };
  const [reported, silent] = [await drawn('p'), await drawn('q')];
  Object.assign(fakeSource, { losesReplies: true });
  expect(await drawn('r')).toBe('unreachable');
  Object.assign(fakeSource, { losesReplies: false, isUnreachable: true });
  hours(12);
  ledger.use(reported, 5, false);
  Object.assign(fakeSource, { isUnreachable: false });
  await ledger.report();
  // The age of a lease is counted from its request.
  const late = await drawn('r');
  expect(late).toBe(idOf(2));
  Object.assign(fakeSource, { isUnreachable: true });
  hours(11);
  expect(ledger.lapsed()).toEqual(new Set([late]));
  ledger.use(late, 0, true);
  hours(12);
  await ledger.report();
  expect(ledger.lapsed()).toEqual(new Set([reported, silent]));
  expect(await drawn('s')).toBe('unreachable');
  hours(23);
  Object.assign(fakeSource, { isUnreachable: false, losesReplies: true });
  expect(await drawn('s')).toBe('unreachable');
  hours(23);
  Object.assign(fakeSource, { losesReplies: false });
  const fresh = await drawn('s');
  expect(ledger.lapsed()).not.toContain(fresh);
});

test('reports an unused quota lease each hour, so that it is not returned while held', async () => {
  const fakeSource = new FakeSource();
  const reported: number[] = [];
  const source: QuotaLeaseSource = {
    draw: (quotaAccount, request) => fakeSource.draw(quotaAccount, request),
    report(quotaLeases) {
      reported.push(...quotaLeases.map(({ usedBytes }) => usedBytes));
      return fakeSource.report(quotaLeases);
    },
  };
  const ledger = new QuotaLeaseLedger(source, null, clock, () => undefined);
  await ledger.draw('one', 'p');
  await ledger.report();
  expect(reported).toEqual([]);
  for (let hour = 0; hour < 2; hour += 1) {
    clock.advance(3_600_000);
    await ledger.report();
    await ledger.report();
  }
  expect(reported).toEqual([0, 0]);
});

test('reports usage and retries when a lease request fails before a report', async () => {
  const calls: string[] = [];
  const source: QuotaLeaseSource = {
    draw() {
      calls.push('draw');
      const isRefused = calls.length > 1 && !calls.includes('report');
      return Promise.resolve(isRefused ? err('unreachable') : ok({ slice: idOf(calls.length), bytes: 10 }));
    },
    report() {
      calls.push('report');
      return Promise.resolve(ok([]));
    },
  };
  const ledger = new QuotaLeaseLedger(source, null, clock, () => undefined);
  const first = await ledger.draw('proxy', 'purse');
  if (!first.ok) throw new Error(first.error);
  ledger.use(first.value.slice, 10, true);
  expect((await ledger.draw('proxy', 'purse')).ok).toBe(true);
  expect(calls).toEqual(['draw', 'draw', 'report', 'draw']);
});
