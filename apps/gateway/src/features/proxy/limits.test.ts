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
  test('without a limit counts, and lets everybody through', () => {
    const turnstile = new Turnstile(null);
    turnstile.charge(1e9);
    expect(turnstile.hasRoom).toBe(true);
    expect(turnstile.read()).toBe(1e9);
    expect(turnstile.read()).toBe(0);
  });

  test('lets go of those who wait when the limit is lifted', () => {
    const turnstile = new Turnstile(null);
    turnstile.share = 1_000;
    turnstile.charge(500);
    expect(turnstile.hasRoom).toBe(false);
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
    turnstile.charge(1_000_000);
    const turn = awaitTurn(turnstile);
    turnstile.tick(500);
    expect(awaitTurn(turnstile)).not.toBeNull();
    turnstile.tick(500);
    expect(await turn).toBeNull();
  });

  test('is refused when its turn does not come', async () => {
    vi.useFakeTimers();
    const turnstile = new Turnstile(1);
    turnstile.charge(1_000);
    const turn = awaitTurn(turnstile);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await turn).toBe('busy');
  });

  test('that gave up takes no turn from those behind it', async () => {
    vi.useFakeTimers();
    const turnstile = new Turnstile(1_000_000);
    turnstile.charge(1_000_000);
    const impatient = Array.from({ length: 100 }, () => awaitTurn(turnstile));
    await vi.advanceTimersByTimeAsync(10_000);
    const turn = awaitTurn(turnstile);
    turnstile.tick(1_000);
    expect(await turn).toBeNull();
    for (const one of impatient) expect(await one).toBe('busy');
  });
});
