import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Borrower } from './loan.ts';
import { Purse } from './purse.ts';

const slice = 1_000;

/** A purse with a ledger behind it and a carrier that pays from it; what one says to another comes later, in order. */
class Model {
  now = 0;
  bought: number;
  readonly given = new Map<string, number>();
  readonly used = new Map<string, { bytes: number; done: boolean }>();
  readonly lapsed = new Set<string>();
  readonly #ledger: (() => void)[] = [];
  readonly #orders: (() => void)[] = [];
  readonly #news: (() => void)[] = [];
  purse = this.#newPurse();
  users = 0;
  /** Whether the carrier knows the purse. */
  isLent = false;
  atCarrier = { left: 0, mark: 0, asked: false, broke: false, spent: 0, wants: 0 };
  carried = 0;

  constructor(bought: number) {
    this.bought = bought;
  }

  #newPurse(): Purse {
    return new Purse(
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

  readonly #borrower: Borrower = {
    lend: (bytes, mark) =>
      void this.#orders.push(() => {
        Object.assign(this.atCarrier, { mark, asked: false, broke: false });
        this.atCarrier.left += bytes;
      }),
    recall: () =>
      void this.#orders.push(() => {
        const { left } = this.atCarrier;
        this.#tell();
        this.#news.push(() => this.purse.returned(left));
        Object.assign(this.atCarrier, { left: 0, mark: 0, asked: false });
      }),
    broke: () => {
      this.#expectNothing();
      this.#orders.push(() => {
        this.#tell();
        Object.assign(this.atCarrier, { broke: true, asked: false });
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
    if (this.bought === 0) return this.purse.empty(this.now);
    const bytes = Math.min(slice, this.bought);
    this.bought -= bytes;
    const id = `s${this.given.size}`;
    this.given.set(id, bytes);
    this.purse.credit(id, bytes);
  }

  #tell(): void {
    const { spent } = this.atCarrier;
    if (spent === 0) return;
    this.atCarrier.spent = 0;
    this.#news.push(() => this.purse.spent(spent, this.now));
  }

  /** As `purses.rs` has it. */
  #payAtCarrier(): void {
    const carrier = this.atCarrier;
    const granted = Math.min(carrier.wants, carrier.left);
    carrier.left -= granted;
    carrier.wants -= granted;
    carrier.spent += granted;
    this.carried += granted;
    const isShort = carrier.wants > 0;
    if ((carrier.left < carrier.mark || isShort) && !carrier.asked) {
      carrier.asked = true;
      this.#tell();
      this.#news.push(() => this.purse.short(this.now));
    }
    if (isShort) this.#tell();
    if (isShort && carrier.broke) carrier.wants = 0;
  }

  come(): void {
    this.users += 1;
    this.purse.open();
    if (this.isLent) this.purse.lendMore();
    else this.purse.lendTo(this.#borrower);
    this.isLent = true;
  }

  /** Whoever waits stays. */
  go(): void {
    if (this.users === 0 || this.atCarrier.wants > 0) return;
    this.users -= 1;
    this.purse.close(this.now);
  }

  wantThere(bytes: number): void {
    if (this.users === 0) this.come();
    this.atCarrier.wants += bytes;
    this.#payAtCarrier();
  }

  lapse(index: number): void {
    const id = [...this.given.keys()][index % Math.max(1, this.given.size)];
    if (id === undefined) return;
    this.lapsed.add(id);
    this.purse.lapse(id);
  }

  /** As each second; one that nobody uses any more is forgotten. */
  report(): void {
    if (this.purse.report(this.now)) this.purse = this.#newPurse();
  }

  /** Everybody goes. What the carrier gives back may be lent to it once more, where it had asked before. */
  end(): void {
    while (this.users > 0) this.go();
    this.now += 60_000;
    for (let times = 0; times < 3; times += 1) {
      this.report();
      while (this.step(0));
    }
  }

  /** Lets one of those who were told something hear it; false where nothing is under way. */
  step(which: number): boolean {
    const lines = [this.#ledger, this.#orders, this.#news].filter((line) => line.length > 0);
    const line = lines[which % Math.max(1, lines.length)];
    line?.shift()?.();
    if (this.atCarrier.wants > 0) this.#payAtCarrier();
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

/** What is left is with the carrier, which has asked for more and has heard nothing when the last of it is paid. */
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

test('whoever pays at the carrier: nothing is used twice, nobody waits for ever, and all is accounted for', () => {
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
      expect(model.atCarrier.wants).toBe(0);
      for (const id of model.lapsed) expect(model.used.get(id)?.done).toBe(true);
      model.end();
      const charged = [...model.used.values()].reduce((sum, one) => sum + one.bytes, 0);
      expect(charged).toBe(model.carried);
      expect(model.bought).toBe(bought - charged);
    }),
    { numRuns: 500, examples: [lastByteThere] },
  );
});
