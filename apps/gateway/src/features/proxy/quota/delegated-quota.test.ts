import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { QuotaDelegate } from './delegated-quota.ts';
import { QuotaAccount } from './quota-account.ts';

const leaseSize = 1_000;

/** A quota account with a ledger and a relay that charges it; messages between them are delivered later, in order. */
class Model {
  now = 0;
  bought: number;
  readonly leased = new Map<string, number>();
  readonly used = new Map<string, { bytes: number; done: boolean }>();
  readonly lapsed = new Set<string>();
  readonly #ledger: (() => void)[] = [];
  readonly #commands: (() => void)[] = [];
  readonly #notifications: (() => void)[] = [];
  quotaAccount = this.#newQuotaAccount();
  users = 0;
  /** Whether the quota account is delegated to the relay. */
  isDelegated = false;
  atRelay = { left: 0, mark: 0, requested: false, exhausted: false, spent: 0, demand: 0 };
  forwarded = 0;

  constructor(bought: number) {
    this.bought = bought;
  }

  #newQuotaAccount(): QuotaAccount {
    return new QuotaAccount(
      'purse',
      {
        draw: () => void this.#ledger.push(() => this.#respond()),
        used: (id, bytes, done) => {
          const before = this.used.get(id);
          const isValid =
            before?.done !== true && bytes >= (before?.bytes ?? 0) && bytes <= (this.leased.get(id) ?? -1);
          if (!isValid) throw new Error(`${bytes} bytes of ${id} cannot be right`);
          this.used.set(id, { bytes, done });
          if (done) this.bought += (this.leased.get(id) ?? 0) - bytes;
        },
      },
      this.now,
    );
  }

  readonly #quotaDelegate: QuotaDelegate = {
    grant: (bytes, mark) =>
      void this.#commands.push(() => {
        Object.assign(this.atRelay, { mark, requested: false, exhausted: false });
        this.atRelay.left += bytes;
      }),
    recall: () =>
      void this.#commands.push(() => {
        const { left } = this.atRelay;
        this.#reportSpent();
        this.#notifications.push(() => this.quotaAccount.returned(left));
        Object.assign(this.atRelay, { left: 0, mark: 0, requested: false });
      }),
    exhaust: () => {
      this.#expectNoQuota();
      this.#commands.push(() => {
        this.#reportSpent();
        Object.assign(this.atRelay, { exhausted: true, requested: false });
      });
    },
    end: () => {
      if (this.users > 0) throw new Error('ended while it is used');
      this.isDelegated = false;
    },
  };

  /** Throws if connections are ended while leased quota is left or a lease is pending. */
  #expectNoQuota(): void {
    const ended = [...this.used].map(([id, { bytes, done }]) =>
      done ? (this.leased.get(id) ?? 0) - bytes : 0,
    );
    const sum = (all: Iterable<number>) => [...all].reduce((one, other) => one + other, 0);
    const left = sum(this.leased.values()) - sum(ended) - this.forwarded;
    if (left > 0 || this.#ledger.length > 0) throw new Error(`refused, with ${left} bytes left`);
  }

  #respond(): void {
    if (this.bought === 0) return this.quotaAccount.empty(this.now);
    const bytes = Math.min(leaseSize, this.bought);
    this.bought -= bytes;
    const id = `s${this.leased.size}`;
    this.leased.set(id, bytes);
    this.quotaAccount.credit(id, bytes);
  }

  #reportSpent(): void {
    const { spent } = this.atRelay;
    if (spent === 0) return;
    this.atRelay.spent = 0;
    this.#notifications.push(() => this.quotaAccount.spent(spent, this.now));
  }

  /** Models `quota_accounts.rs`. */
  #chargeAtRelay(): void {
    const relay = this.atRelay;
    const granted = Math.min(relay.demand, relay.left);
    relay.left -= granted;
    relay.demand -= granted;
    relay.spent += granted;
    this.forwarded += granted;
    const isShort = relay.demand > 0;
    if ((relay.left < relay.mark || isShort) && !relay.requested) {
      relay.requested = true;
      this.#reportSpent();
      this.#notifications.push(() => this.quotaAccount.short(this.now));
    }
    if (isShort) this.#reportSpent();
    if (isShort && relay.exhausted) relay.demand = 0;
  }

  openConnection(): void {
    this.users += 1;
    this.quotaAccount.open();
    if (this.isDelegated) this.quotaAccount.extendDelegation();
    else this.quotaAccount.delegateTo(this.#quotaDelegate);
    this.isDelegated = true;
  }

  /** Waiting connections stay. */
  closeConnection(): void {
    if (this.users === 0 || this.atRelay.demand > 0) return;
    this.users -= 1;
    this.quotaAccount.close(this.now);
  }

  demandAtRelay(bytes: number): void {
    if (this.users === 0) this.openConnection();
    this.atRelay.demand += bytes;
    this.#chargeAtRelay();
  }

  lapse(index: number): void {
    const id = [...this.leased.keys()][index % Math.max(1, this.leased.size)];
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
    while (this.users > 0) this.closeConnection();
    this.now += 60_000;
    for (let times = 0; times < 3; times += 1) {
      this.report();
      while (this.step(0));
    }
  }

  /** Delivers one pending message; false if there is none. */
  step(which: number): boolean {
    const queues = [this.#ledger, this.#commands, this.#notifications].filter((queue) => queue.length > 0);
    const queue = queues[which % Math.max(1, queues.length)];
    queue?.shift()?.();
    if (this.atRelay.demand > 0) this.#chargeAtRelay();
    return queue !== undefined;
  }
}

const bytes = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 1_500 }));
const action = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('there'), value: bytes }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('step'), value: fc.nat(2) }) },
  fc.record({ kind: fc.constantFrom('lapse', 'buy'), value: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom('come', 'go', 'report'), value: fc.constant(0) }),
  fc.record({ kind: fc.constant('pass'), value: fc.constantFrom(500, 2_500, 70_000) }),
);

/** The relay holds the remaining quota, has requested more, and uses the last byte before a response. */
const lastByteAtRelay: [number, { kind: string; value: number }[]] = [
  1_000,
  [
    { kind: 'there', value: 1 },
    ...Array.from({ length: 4 }, () => ({ kind: 'step', value: 0 })),
    { kind: 'there', value: 600 },
    ...Array.from({ length: 4 }, () => ({ kind: 'step', value: 0 })),
    { kind: 'there', value: 500 },
  ],
];

test('delegated quota is never used twice, no wait is endless, and all usage is reported', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 8_000 }),
      fc.array(action, { maxLength: 120 }),
      (first, actions) => {
        const model = new Model(first);
        let bought = first;
        for (const { kind, value } of actions) {
          if (kind === 'there') model.demandAtRelay(value);
          else if (kind === 'lapse') model.lapse(value);
          else if (kind === 'come') model.openConnection();
          else if (kind === 'go') model.closeConnection();
          else if (kind === 'report') model.report();
          else if (kind === 'pass') model.now += value;
          else if (kind === 'buy') {
            bought += 50 * value;
            model.bought += 50 * value;
          } else model.step(value);
          model.now += 10;
          expect(model.forwarded).toBeLessThanOrEqual(bought);
        }
        let steps = 0;
        while (model.step(steps)) {
          model.now += 10;
          expect((steps += 1)).toBeLessThan(5_000);
        }
        expect(model.atRelay.demand).toBe(0);
        for (const id of model.lapsed) expect(model.used.get(id)?.done).toBe(true);
        model.end();
        const charged = [...model.used.values()].reduce((sum, one) => sum + one.bytes, 0);
        expect(charged).toBe(model.forwarded);
        expect(model.bought).toBe(bought - charged);
      },
    ),
    { numRuns: 500, examples: [lastByteAtRelay] },
  );
});
