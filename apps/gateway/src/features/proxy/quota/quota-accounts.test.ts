import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { QuotaLeaseLimit } from '../proxy-messages.ts';
import type { QuotaDelegate } from './delegated-quota.ts';
import type { QuotaAccount } from './quota-account.ts';
import { QuotaAccounts } from './quota-accounts.ts';
import type { QuotaClient } from './quota-leases.ts';

/** The control plane's side, as simple as can be: what is in the ledger, and what it has been told of each slice. */
class Oracle implements QuotaClient {
  left: number;
  asked = 0;
  readonly given = new Map<string, number>();
  readonly told = new Map<string, { bytes: number; done: boolean }>();

  constructor(bytes: number) {
    this.left = bytes;
  }

  draw(): void {
    this.asked += 1;
  }

  used(slice: string, bytes: number, done: boolean): void {
    const before = this.told.get(slice);
    const isRight =
      before?.done !== true && bytes >= (before?.bytes ?? 0) && bytes <= (this.given.get(slice) ?? -1);
    if (!isRight) throw new Error(`${bytes} bytes of ${slice} cannot be right`);
    this.told.set(slice, { bytes, done });
    if (done) this.left += (this.given.get(slice) ?? 0) - bytes;
  }

  /** Answers one question: a quota lease of at most `size`, or null for none. */
  answer(size: number): { slice: string; bytes: number } | null {
    this.asked -= 1;
    if (this.left === 0) return null;
    const bytes = Math.min(size, this.left);
    this.left -= bytes;
    const slice = String(this.given.size);
    this.given.set(slice, bytes);
    return { slice, bytes };
  }

  /** So much of what is not told as used of each slice. */
  limits(share: number): QuotaLeaseLimit[] {
    return [...this.given].map(([slice, bytes]) => {
      const used = this.told.get(slice)?.bytes ?? 0;
      return { slice, bytes: used + Math.floor((bytes - used) * share) };
    });
  }

  get charged(): number {
    return [...this.told.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

/** A relay that does what it is told at once. */
class Payer implements QuotaDelegate {
  readonly #quotaAccount: QuotaAccount;
  #left = 0;
  #mark = 0;

  constructor(quotaAccount: QuotaAccount) {
    this.#quotaAccount = quotaAccount;
    quotaAccount.lendTo(this);
  }

  lend(bytes: number, mark: number): void {
    this.#left += bytes;
    this.#mark = mark;
  }

  recall(): void {
    const left = this.#left;
    this.#left = 0;
    this.#mark = 0;
    this.#quotaAccount.returned(left);
  }

  broke(): void {}

  forget(): void {
    this.#left = 0;
  }

  /** How many of so many bytes are paid. */
  take(bytes: number, now: number): number {
    // As for each that begins to pay from it.
    this.#quotaAccount.lendMore();
    const granted = Math.min(this.#left, bytes);
    this.#left -= granted;
    if (granted > 0) this.#quotaAccount.spent(granted, now);
    if (granted < bytes || this.#left < this.#mark) this.#quotaAccount.short(now);
    return granted;
  }
}

/** Who pays from a quota account: one for each. */
function payers() {
  const all = new Map<QuotaAccount, Payer>();
  return (quotaAccount: QuotaAccount): Payer => {
    const payer = all.get(quotaAccount) ?? new Payer(quotaAccount);
    all.set(quotaAccount, payer);
    return payer;
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

test('whatever happens, what was sent is what was charged, and never more than was bought', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.array(step, { maxLength: 200 }), (bought, steps) => {
      const oracle = new Oracle(bought);
      const quotaAccounts = new QuotaAccounts(oracle);
      const of = payers();
      let now = 0;
      let sent = 0;
      let total = bought;
      for (const one of steps) {
        if (one.do === 'take') sent += of(quotaAccounts.of('p', now)).take(one.bytes, now);
        if (one.do === 'answer' && oracle.asked > 0) {
          const given = oracle.answer(one.size);
          if (given === null) quotaAccounts.of('p', now).empty(now);
          else quotaAccounts.of('p', now).credit(given.slice, given.bytes);
        }
        if (one.do === 'pass') now += one.milliseconds;
        if (one.do === 'report') quotaAccounts.report(now);
        if (one.do === 'limit') quotaAccounts.limit('p', oracle.limits(one.share));
        if (one.do === 'recall') quotaAccounts.recall('p');
        if (one.do === 'lapse')
          for (const slice of oracle.given.keys()) if (Number(slice) % 2 === 0) quotaAccounts.lapse(slice);
        if (one.do === 'buy') {
          oracle.left += 100;
          total += 100;
        }
        expect(oracle.asked).toBeLessThanOrEqual(1);
        expect(sent).toBeLessThanOrEqual(total);
      }
      quotaAccounts.settle();
      expect(oracle.charged).toBe(sent);
      expect(oracle.left).toBe(total - sent);
    }),
  );
});

describe('a quota account', () => {
  test('is filled up before it is empty', () => {
    const oracle = new Oracle(1_000);
    const quotaAccount = new QuotaAccounts(oracle).of('p', 0);
    const payer = new Payer(quotaAccount);
    expect(payer.take(1, 0)).toBe(0);
    const given = oracle.answer(100);
    quotaAccount.credit(given!.slice, given!.bytes);
    expect(payer.take(50, 0)).toBe(50);
    expect(oracle.asked).toBe(0);
    expect(payer.take(1, 0)).toBe(1);
    expect(oracle.asked).toBe(1);
  });

  test('calls those who wait when there is more, and when there is none', () => {
    const oracle = new Oracle(0);
    const quotaAccount = new QuotaAccounts(oracle).of('p', 0);
    let woken = 0;
    quotaAccount.draw(0);
    quotaAccount.wait({ onQuotaAccount: () => (woken += 1) });
    expect(quotaAccount.isEmpty).toBe(false);
    quotaAccount.empty(0);
    expect(woken).toBe(1);
    expect(quotaAccount.isEmpty).toBe(true);
  });

  test('that is recalled returns its quota, also that of pending messages', () => {
    const oracle = new Oracle(1_000);
    const quotaAccounts = new QuotaAccounts(oracle);
    const quotaAccount = quotaAccounts.of('p', 0);
    const payer = new Payer(quotaAccount);
    quotaAccount.draw(0);
    const held = oracle.answer(100);
    quotaAccount.credit(held!.slice, held!.bytes);
    expect(payer.take(60, 0)).toBe(60);
    expect(oracle.asked).toBe(1);
    quotaAccounts.recall('p');
    expect(quotaAccount.left).toBe(0);
    expect(oracle.left).toBe(940);
    const late = oracle.answer(100);
    quotaAccount.credit(late!.slice, late!.bytes);
    expect(quotaAccount.left).toBe(0);
    expect(oracle.left).toBe(940);
    quotaAccount.draw(0);
    const next = oracle.answer(20);
    quotaAccount.credit(next!.slice, next!.bytes);
    expect(payer.take(100, 0)).toBe(20);
    expect(oracle.charged).toBe(80);
  });

  test('is used up to the limits of its quota leases, also of one on its way, whatever was not told as used yet', () => {
    const oracle = new Oracle(1_000);
    const quotaAccounts = new QuotaAccounts(oracle);
    const quotaAccount = quotaAccounts.of('p', 0);
    const payer = new Payer(quotaAccount);
    quotaAccount.draw(0);
    const held = oracle.answer(200)!;
    quotaAccount.credit(held.slice, held.bytes);
    expect(payer.take(120, 0)).toBe(120);
    expect(oracle.asked).toBe(1);
    const late = oracle.answer(100)!;
    quotaAccounts.limit('p', [
      { slice: held.slice, bytes: 150 },
      { slice: late.slice, bytes: 30 },
    ]);
    expect(quotaAccount.left).toBe(30);
    quotaAccount.credit(late.slice, late.bytes);
    expect(quotaAccount.left).toBe(60);
    expect(payer.take(100, 0)).toBe(60);
    expect([oracle.charged, oracle.left]).toEqual([180, 820]);
    // What is drawn later is not among them.
    const next = oracle.answer(50)!;
    quotaAccount.credit(next.slice, next.bytes);
    expect(quotaAccount.left).toBe(50);
  });

  test('that was empty is asked for again after a moment, not at once', () => {
    const oracle = new Oracle(0);
    const quotaAccount = new QuotaAccounts(oracle).of('p', 0);
    quotaAccount.draw(0);
    quotaAccount.empty(0);
    quotaAccount.draw(1_999);
    expect(oracle.asked).toBe(1);
    quotaAccount.draw(2_000);
    expect(oracle.asked).toBe(2);
  });
});
