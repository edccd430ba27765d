import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { awaitTurn } from './await-turn.ts';
import { divide } from './share-keeper.ts';
import { shareOut } from './share-out.ts';
import { Turnstile } from './turnstile.ts';

test('a capacity is divided so that nobody gains by asking for more', () => {
  const wants = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(fc.nat(5_000), wants, (capacity, wanted) => {
      const shares = shareOut(capacity, wanted);
      const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
      expect(sum(shares)).toBeCloseTo(Math.min(capacity, sum(wanted)), 5);
      const most = Math.max(...shares);
      for (const [index, share] of shares.entries()) {
        expect(share).toBeLessThanOrEqual(wanted[index] ?? 0);
        if (share < (wanted[index] ?? 0)) expect(share).toBeCloseTo(most, 5);
      }
    }),
  );
});

test('nobody is held back while there is enough, and then only who carries more than others', () => {
  expect(divide([900, 50], false)).toEqual([null, null]);
  const [greedy, other, modest] = divide([800, 180, 20], true);
  expect(modest).toBeNull();
  expect(other).toBeNull();
  expect(greedy).toBeLessThan(800);
  const [one, two] = divide([500, 500], true);
  expect(one).toBe(two);
});

describe('a turnstile', () => {
  /** What each of `connections` that always have something to send gets through in ten seconds, in reads of `size` bytes. */
  function carry(turnstile: Turnstile, connections: number, size: number): readonly number[] {
    const carried = new Array<number>(connections).fill(0);
    const go = (index: number): void => {
      carried[index] = (carried[index] ?? 0) + size;
      if (turnstile.pass(size)) ready.push(index);
      else turnstile.wait({ onTurn: () => ready.push(index) });
    };
    const ready = carried.map((_, index) => index);
    for (let tick = 0; tick < 200; tick += 1) {
      while (ready.length > 0) for (const index of ready.splice(0)) go(index);
      turnstile.tick(50);
    }
    return carried;
  }

  test.each([
    [1, 16_384],
    [7, 16_384],
    [40, 65_536],
  ])('holds %i connections together to their rate, and gives each its turn', (connections, size) => {
    const rate = 1_000_000;
    const carried = carry(new Turnstile(rate), connections, size);
    const sum = carried.reduce((total, one) => total + one, 0);
    expect(sum / (rate * 10)).toBeGreaterThan(0.95);
    expect(sum).toBeLessThanOrEqual(rate * 10.25 + connections * size);
    expect(Math.max(...carried) - Math.min(...carried)).toBeLessThanOrEqual(3 * 65_536);
  });

  test('without a limit counts, and lets everybody through', () => {
    const turnstile = new Turnstile(null);
    expect(turnstile.pass(1e9)).toBe(true);
    expect(turnstile.read()).toBe(1e9);
    expect(turnstile.read()).toBe(0);
  });

  test('lets go of those who wait when the limit is lifted', () => {
    const turnstile = new Turnstile(null);
    turnstile.share = 1_000;
    expect(turnstile.pass(500)).toBe(false);
    let called = false;
    turnstile.wait({
      onTurn() {
        called = true;
      },
    });
    turnstile.share = null;
    expect(called).toBe(true);
  });
});

describe('a new connection', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is opened at once where there is room, and in its turn where there is none', async () => {
    const turnstile = new Turnstile(1_000_000);
    expect(awaitTurn(turnstile)).toBeNull();
    turnstile.pass(1_000_000);
    const turn = awaitTurn(turnstile);
    turnstile.tick(500);
    expect(awaitTurn(turnstile)).not.toBeNull();
    turnstile.tick(500);
    expect(await turn).toBeNull();
  });

  test('is refused when its turn does not come', async () => {
    vi.useFakeTimers();
    const turnstile = new Turnstile(1);
    turnstile.pass(1_000);
    const turn = awaitTurn(turnstile);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await turn).toBe('busy');
  });

  test('that gave up takes no turn from those behind it', async () => {
    vi.useFakeTimers();
    const turnstile = new Turnstile(1_000_000);
    turnstile.pass(1_000_000);
    const impatient = Array.from({ length: 100 }, () => awaitTurn(turnstile));
    await vi.advanceTimersByTimeAsync(10_000);
    const turn = awaitTurn(turnstile);
    turnstile.tick(1_000);
    expect(await turn).toBeNull();
    for (const one of impatient) expect(await one).toBe('busy');
  });
});
