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
  readonly #ledger: (() => void)[] = [];
  readonly #orders: (() => void)[] = [];
  readonly #news: (() => void)[] = [];
  readonly purse: Purse;
  atCarrier = { left: 0, mark: 0, asked: false, broke: false, spent: 0, wants: 0 };
  here = { wants: 0, waits: false };
  carried = 0;

  constructor(bought: number) {
    this.bought = bought;
    this.purse = new Purse(
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
      0,
    );
    const borrower: Borrower = {
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
      broke: () =>
        void this.#orders.push(() => {
          this.#tell();
          Object.assign(this.atCarrier, { broke: true, asked: false });
        }),
      forget: () => undefined,
    };
    this.purse.lendTo(borrower);
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
    if (isShort) this.#tell();
    if (isShort && carrier.broke) carrier.wants = 0;
    if ((carrier.left < carrier.mark || isShort) && !carrier.asked && !(isShort && carrier.broke)) {
      carrier.asked = true;
      this.#tell();
      this.#news.push(() => this.purse.short(this.now));
    }
  }

  #payHere(): void {
    const { here } = this;
    const paid = this.purse.take(here.wants, this.now);
    here.wants -= paid;
    this.carried += paid;
    if (here.wants === 0) return;
    if (this.purse.isEmpty) here.wants = 0;
    else {
      here.waits = true;
      this.purse.wait({
        onPurse: () => {
          here.waits = false;
          this.#payHere();
        },
      });
    }
  }

  wantHere(bytes: number): void {
    this.here.wants += bytes;
    if (!this.here.waits) this.#payHere();
  }

  wantThere(bytes: number): void {
    this.atCarrier.wants += bytes;
    this.#payAtCarrier();
  }

  lapse(index: number): void {
    const id = [...this.given.keys()][index % Math.max(1, this.given.size)];
    if (id !== undefined) this.purse.lapse(id);
  }

  /** All has ended: the carrier tells what it paid, and what is left is given back. */
  end(): void {
    this.#tell();
    while (this.step(0));
    this.purse.settle();
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

const act = fc.oneof(
  fc.record({ kind: fc.constant('here'), value: fc.integer({ min: 1, max: 1_500 }) }),
  fc.record({ kind: fc.constant('there'), value: fc.integer({ min: 1, max: 1_500 }) }),
  fc.record({ kind: fc.constant('step'), value: fc.nat(2) }),
  fc.record({ kind: fc.constant('lapse'), value: fc.nat(20) }),
);

/** All is paid here to the last byte, in slices that are used up exactly, while the carrier waits for one. */
const lastByteHere: [number, { kind: string; value: number }[]] = [
  4_000,
  [
    { kind: 'here', value: 1_011 },
    { kind: 'here', value: 1_496 },
    { kind: 'here', value: 1_493 },
    { kind: 'there', value: 1 },
  ],
];

test('whoever pays, here or at the carrier: nothing is used twice, nobody waits for ever, and all is accounted for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8_000 }), fc.array(act, { maxLength: 120 }), (bought, acts) => {
      const model = new Model(bought);
      for (const { kind, value } of acts) {
        if (kind === 'here') model.wantHere(value);
        else if (kind === 'there') model.wantThere(value);
        else if (kind === 'lapse') model.lapse(value);
        else model.step(value);
        model.now += 10;
      }
      let steps = 0;
      while (model.step(steps)) {
        model.now += 10;
        expect((steps += 1)).toBeLessThan(5_000);
      }
      expect(model.here.wants).toBe(0);
      expect(model.atCarrier.wants).toBe(0);
      model.end();
      const charged = [...model.used.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      expect(charged).toBe(model.carried);
      expect(model.bought).toBe(bought - charged);
    }),
    { numRuns: 500, examples: [lastByteHere] },
  );
});
