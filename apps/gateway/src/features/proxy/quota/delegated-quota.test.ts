import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { QuotaDelegate } from './delegated-quota.ts';
import { QuotaAccount } from './quota-account.ts';

const slice = 1_000;

/** A quota account with a ledger behind it and a relay that pays from it; what one says to another comes later, in order. */
class Model {
  now = 0;
  bought: number;
  readonly given = new Map<string, number>();
  readonly used = new Map<string, { bytes: number; done: boolean }>();
  readonly lapsed = new Set<string>();
  readonly #ledger: (() => void)[] = [];
  readonly #orders: (() => void)[] = [];
  readonly #event: (() => void)[] = [];
  quotaAccount = this.#newQuotaAccount();
  users = 0;
  /** Whether the relay has the quota account. */
  isLent = false;
  atRelay = { left: 0, mark: 0, asked: false, broke: false, spent: 0, wants: 0 };
  carried = 0;

  constructor(bought: number) {
    this.bought = bought;
  }

  #newQuotaAccount(): QuotaAccount {
    return new QuotaAccount(
      'purse',
      {
        draw: () => void this.#ledger.push(() => this.#answer()),
        used: (id, bytes, done) => {
          const before = this.used.get(id);
          const isRight =
            before?.done !== true && bytes >= (before?.bytes ?? 0) && bytes <= (this.given.get(id) ?? -1);
          if (!isRight) throw new Error(`${bytes} bytes of ${id} cannot be right`);
          this.used.set(id, { bytes, done });
          if (done) this.bought += (this.given.get(id) ?? 0) - bytes;
        },
      },
      this.now,
    );
  }

  readonly #quotaDelegate: QuotaDelegate = {
    lend: (bytes, mark) =>
      void this.#orders.push(() => {
        Object.assign(this.atRelay, { mark, asked: false, broke: false });
        this.atRelay.left += bytes;
      }),
    recall: () =>
      void this.#orders.push(() => {
        const { left } = this.atRelay;
        this.#tell();
        this.#event.push(() => this.quotaAccount.returned(left));
        Object.assign(this.atRelay, { left: 0, mark: 0, asked: false });
      }),
    broke: () => {
      this.#expectNothing();
      this.#orders.push(() => {
        this.#tell();
        Object.assign(this.atRelay, { broke: true, asked: false });
      });
    },
    forget: () => {
      if (this.users > 0) throw new Error('forgotten while it is used');
      this.isLent = false;
    },
  };

  /** Who is refused is refused because all that was given is used, and no more is on its way. */
  #expectNothing(): void {
    const ended = [...this.used].map(([id, { bytes, done }]) =>
      done ? (this.given.get(id) ?? 0) - bytes : 0,
    );
    const sum = (all: Iterable<number>) => [...all].reduce((one, other) => one + other, 0);
    const left = sum(this.given.values()) - sum(ended) - this.carried;
    if (left > 0 || this.#ledger.length > 0) throw new Error(`refused, with ${left} bytes left`);
  }

  #answer(): void {
    if (this.bought === 0) return this.quotaAccount.empty(this.now);
    const bytes = Math.min(slice, this.bought);
    this.bought -= bytes;
    const id = `s${this.given.size}`;
    this.given.set(id, bytes);
    this.quotaAccount.credit(id, bytes);
  }

  #tell(): void {
    const { spent } = this.atRelay;
    if (spent === 0) return;
    this.atRelay.spent = 0;
    this.#event.push(() => this.quotaAccount.spent(spent, this.now));
  }

  /** As `quotaAccounts.rs` has it. */
  #payAtRelay(): void {
    const relay = this.atRelay;
    const granted = Math.min(relay.wants, relay.left);
    relay.left -= granted;
    relay.wants -= granted;
    relay.spent += granted;
    this.carried += granted;
    const isShort = relay.wants > 0;
    if ((relay.left < relay.mark || isShort) && !relay.asked) {
      relay.asked = true;
      this.#tell();
      this.#event.push(() => this.quotaAccount.short(this.now));
    }
    if (isShort) this.#tell();
    if (isShort && relay.broke) relay.wants = 0;
  }

  come(): void {
    this.users += 1;
    this.quotaAccount.open();
    if (this.isLent) this.quotaAccount.lendMore();
    else this.quotaAccount.lendTo(this.#quotaDelegate);
    this.isLent = true;
  }

  /** Waiting connections stay. */
  go(): void {
    if (this.users === 0 || this.atRelay.wants > 0) return;
    this.users -= 1;
    this.quotaAccount.close(this.now);
  }

  wantThere(bytes: number): void {
    if (this.users === 0) this.come();
    this.atRelay.wants += bytes;
    this.#payAtRelay();
  }

  lapse(index: number): void {
    const id = [...this.given.keys()][index % Math.max(1, this.given.size)];
    if (id === undefined) return;
    this.lapsed.add(id);
    this.quotaAccount.lapse(id);
  }

  /** Runs the work of each second; an unused account is removed. */
  report(): void {
    if (this.quotaAccount.report(this.now)) this.quotaAccount = this.#newQuotaAccount();
  }

  /** Closes all connections. Quota that the relay returns may be delegated to it again, if it had requested more before. */
  end(): void {
    while (this.users > 0) this.go();
    this.now += 60_000;
    for (let times = 0; times < 3; times += 1) {
      this.report();
      while (this.step(0));
    }
  }

  /** Delivers one pending message; false if there is none. */
  step(which: number): boolean {
    const lines = [this.#ledger, this.#orders, this.#event].filter((line) => line.length > 0);
    const line = lines[which % Math.max(1, lines.length)];
    line?.shift()?.();
    if (this.atRelay.wants > 0) this.#payAtRelay();
    return line !== undefined;
  }
}

const bytes = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 1_500 }));
const act = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('there'), value: bytes }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('step'), value: fc.nat(2) }) },
  fc.record({ kind: fc.constantFrom('lapse', 'buy'), value: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom('come', 'go', 'report'), value: fc.constant(0) }),
  fc.record({ kind: fc.constant('pass'), value: fc.constantFrom(500, 2_500, 70_000) }),
);

/** What is left is with the relay, which has asked for more and has received nothing when the last of it is paid. */
const lastByteThere: [number, { kind: string; value: number }[]] = [
  1_000,
  [
    { kind: 'there', value: 1 },
    ...Array.from({ length: 4 }, () => ({ kind: 'step', value: 0 })),
    { kind: 'there', value: 600 },
    ...Array.from({ length: 4 }, () => ({ kind: 'step', value: 0 })),
    { kind: 'there', value: 500 },
  ],
];

test('quota delegated to the relay: nothing is used twice, no wait is endless, and all is accounted for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8_000 }), fc.array(act, { maxLength: 120 }), (first, acts) => {
      const model = new Model(first);
      let bought = first;
      for (const { kind, value } of acts) {
        if (kind === 'there') model.wantThere(value);
        else if (kind === 'lapse') model.lapse(value);
        else if (kind === 'come') model.come();
        else if (kind === 'go') model.go();
        else if (kind === 'report') model.report();
        else if (kind === 'pass') model.now += value;
        else if (kind === 'buy') {
          bought += 50 * value;
          model.bought += 50 * value;
        } else model.step(value);
        model.now += 10;
        expect(model.carried).toBeLessThanOrEqual(bought);
      }
      let steps = 0;
      while (model.step(steps)) {
        model.now += 10;
        expect((steps += 1)).toBeLessThan(5_000);
      }
      expect(model.atRelay.wants).toBe(0);
      for (const id of model.lapsed) expect(model.used.get(id)?.done).toBe(true);
      model.end();
      const charged = [...model.used.values()].reduce((sum, one) => sum + one.bytes, 0);
      expect(charged).toBe(model.carried);
      expect(model.bought).toBe(bought - charged);
    }),
    { numRuns: 500, examples: [lastByteThere] },
  );
});
