import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { QuotaLeaseLimit } from '../proxy-messages.ts';
import type { QuotaDelegate } from './delegated-quota.ts';
import type { QuotaAccount } from './quota-account.ts';
import { QuotaAccounts } from './quota-accounts.ts';
import type { QuotaClient } from './quota-leases.ts';

/** A minimal ledger of the control plane, with the usage reported for each lease. */
class FakeLedger implements QuotaClient {
  left: number;
  requested = 0;
  readonly leased = new Map<string, number>();
  readonly reported = new Map<string, { bytes: number; done: boolean }>();

  constructor(bytes: number) {
    this.left = bytes;
  }

  draw(): void {
    this.requested += 1;
  }

  used(slice: string, bytes: number, done: boolean): void {
    const before = this.reported.get(slice);
    const isValid =
      before?.done !== true && bytes >= (before?.bytes ?? 0) && bytes <= (this.leased.get(slice) ?? -1);
    if (!isValid) throw new Error(`${bytes} bytes of ${slice} cannot be right`);
    this.reported.set(slice, { bytes, done });
    if (done) this.left += (this.leased.get(slice) ?? 0) - bytes;
  }

  /** Answers a request with a lease of at most `size` bytes, or null for none. */
  respond(size: number): { slice: string; bytes: number } | null {
    this.requested -= 1;
    if (this.left === 0) return null;
    const bytes = Math.min(size, this.left);
    this.left -= bytes;
    const slice = String(this.leased.size);
    this.leased.set(slice, bytes);
    return { slice, bytes };
  }

  /** Limits each lease to its reported usage plus a share of the rest. */
  limits(share: number): QuotaLeaseLimit[] {
    return [...this.leased].map(([slice, bytes]) => {
      const used = this.reported.get(slice)?.bytes ?? 0;
      return { slice, bytes: used + Math.floor((bytes - used) * share) };
    });
  }

  get charged(): number {
    return [...this.reported.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

/** A relay that responds synchronously. */
class FakeDelegate implements QuotaDelegate {
  readonly #quotaAccount: QuotaAccount;
  #left = 0;
  #mark = 0;

  constructor(quotaAccount: QuotaAccount) {
    this.#quotaAccount = quotaAccount;
    quotaAccount.delegateTo(this);
  }

  grant(bytes: number, mark: number): void {
    this.#left += bytes;
    this.#mark = mark;
  }

  recall(): void {
    const left = this.#left;
    this.#left = 0;
    this.#mark = 0;
    this.#quotaAccount.returned(left);
  }

  exhaust(): void {}

  end(): void {
    this.#left = 0;
  }

  /** Charges up to `bytes`; returns the number charged. */
  charge(bytes: number, now: number): number {
    // As for each new connection.
    this.#quotaAccount.extendDelegation();
    const granted = Math.min(this.#left, bytes);
    this.#left -= granted;
    if (granted > 0) this.#quotaAccount.spent(granted, now);
    if (granted < bytes || this.#left < this.#mark) this.#quotaAccount.short(now);
    return granted;
  }
}

/** Returns one delegate for each quota account. */
function delegates() {
  const all = new Map<QuotaAccount, FakeDelegate>();
  return (quotaAccount: QuotaAccount): FakeDelegate => {
    const delegate = all.get(quotaAccount) ?? new FakeDelegate(quotaAccount);
    all.set(quotaAccount, delegate);
    return delegate;
  };
}

type Step =
  | { readonly do: 'take'; readonly bytes: number }
  | { readonly do: 'answer'; readonly size: number }
  | { readonly do: 'pass'; readonly milliseconds: number }
  | { readonly do: 'limit'; readonly share: number }
  | { readonly do: 'report' | 'buy' | 'lapse' | 'recall' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('take' as const), bytes: fc.integer({ min: 1, max: 300 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('answer' as const), size: fc.integer({ min: 1, max: 500 }) }),
  },
  fc.record({ do: fc.constant('pass' as const), milliseconds: fc.integer({ min: 1, max: 90_000 }) }),
  fc.record({ do: fc.constant('limit' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ do: fc.constantFrom('report' as const, 'buy' as const, 'lapse' as const, 'recall' as const) }),
);

test('charges exactly the sent bytes, at most the bought ones, for any events', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.array(step, { maxLength: 200 }), (bought, steps) => {
      const ledger = new FakeLedger(bought);
      const quotaAccounts = new QuotaAccounts(ledger);
      const of = delegates();
      let now = 0;
      let sent = 0;
      let total = bought;
      for (const one of steps) {
        if (one.do === 'take') sent += of(quotaAccounts.of('p', now)).charge(one.bytes, now);
        if (one.do === 'answer' && ledger.requested > 0) {
          const leased = ledger.respond(one.size);
          if (leased === null) quotaAccounts.of('p', now).empty(now);
          else quotaAccounts.of('p', now).credit(leased.slice, leased.bytes);
        }
        if (one.do === 'pass') now += one.milliseconds;
        if (one.do === 'report') quotaAccounts.report(now);
        if (one.do === 'limit') quotaAccounts.limit('p', ledger.limits(one.share));
        if (one.do === 'recall') quotaAccounts.recall('p');
        if (one.do === 'lapse')
          for (const slice of ledger.leased.keys()) if (Number(slice) % 2 === 0) quotaAccounts.lapse(slice);
        if (one.do === 'buy') {
          ledger.left += 100;
          total += 100;
        }
        expect(ledger.requested).toBeLessThanOrEqual(1);
        expect(sent).toBeLessThanOrEqual(total);
      }
      quotaAccounts.settle();
      expect(ledger.charged).toBe(sent);
      expect(ledger.left).toBe(total - sent);
    }),
  );
});

describe('a quota account', () => {
  test('requests a new lease before it is empty', () => {
    const ledger = new FakeLedger(1_000);
    const quotaAccount = new QuotaAccounts(ledger).of('p', 0);
    const delegate = new FakeDelegate(quotaAccount);
    expect(delegate.charge(1, 0)).toBe(0);
    const leased = ledger.respond(100);
    quotaAccount.credit(leased!.slice, leased!.bytes);
    expect(delegate.charge(50, 0)).toBe(50);
    expect(ledger.requested).toBe(0);
    expect(delegate.charge(1, 0)).toBe(1);
    expect(ledger.requested).toBe(1);
  });

  test('notifies waiting connections of new quota, and of an empty ledger', () => {
    const ledger = new FakeLedger(0);
    const quotaAccount = new QuotaAccounts(ledger).of('p', 0);
    let calls = 0;
    quotaAccount.draw(0);
    quotaAccount.wait({ onQuota: () => (calls += 1) });
    expect(quotaAccount.isEmpty).toBe(false);
    quotaAccount.empty(0);
    expect(calls).toBe(1);
    expect(quotaAccount.isEmpty).toBe(true);
  });

  test('that is recalled returns its quota, also that of pending messages', () => {
    const ledger = new FakeLedger(1_000);
    const quotaAccounts = new QuotaAccounts(ledger);
    const quotaAccount = quotaAccounts.of('p', 0);
    const delegate = new FakeDelegate(quotaAccount);
    quotaAccount.draw(0);
    const held = ledger.respond(100);
    quotaAccount.credit(held!.slice, held!.bytes);
    expect(delegate.charge(60, 0)).toBe(60);
    expect(ledger.requested).toBe(1);
    quotaAccounts.recall('p');
    expect(quotaAccount.left).toBe(0);
    expect(ledger.left).toBe(940);
    const late = ledger.respond(100);
    quotaAccount.credit(late!.slice, late!.bytes);
    expect(quotaAccount.left).toBe(0);
    expect(ledger.left).toBe(940);
    quotaAccount.draw(0);
    const next = ledger.respond(20);
    quotaAccount.credit(next!.slice, next!.bytes);
    expect(delegate.charge(100, 0)).toBe(20);
    expect(ledger.charged).toBe(80);
  });

  test('applies limits to its leases, also to a pending one, regardless of unreported usage', () => {
    const ledger = new FakeLedger(1_000);
    const quotaAccounts = new QuotaAccounts(ledger);
    const quotaAccount = quotaAccounts.of('p', 0);
    const delegate = new FakeDelegate(quotaAccount);
    quotaAccount.draw(0);
    const held = ledger.respond(200)!;
    quotaAccount.credit(held.slice, held.bytes);
    expect(delegate.charge(120, 0)).toBe(120);
    expect(ledger.requested).toBe(1);
    const late = ledger.respond(100)!;
    quotaAccounts.limit('p', [
      { slice: held.slice, bytes: 150 },
      { slice: late.slice, bytes: 30 },
    ]);
    expect(quotaAccount.left).toBe(30);
    quotaAccount.credit(late.slice, late.bytes);
    expect(quotaAccount.left).toBe(60);
    expect(delegate.charge(100, 0)).toBe(60);
    expect([ledger.charged, ledger.left]).toEqual([180, 820]);
    // Limits do not apply to later leases.
    const next = ledger.respond(50)!;
    quotaAccount.credit(next.slice, next.bytes);
    expect(quotaAccount.left).toBe(50);
  });

  test('retries an empty ledger after a delay, not at once', () => {
    const ledger = new FakeLedger(0);
    const quotaAccount = new QuotaAccounts(ledger).of('p', 0);
    quotaAccount.draw(0);
    quotaAccount.empty(0);
    quotaAccount.draw(1_999);
    expect(ledger.requested).toBe(1);
    quotaAccount.draw(2_000);
    expect(ledger.requested).toBe(2);
  });
});
