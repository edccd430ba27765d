import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { divide, maxMinShares } from './bandwidth-shares.ts';
import { RateLimiter, awaitCapacity } from './rate-limiter.ts';

test('a larger demand does not increase a share of the divided capacity', () => {
  const demandLists = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(fc.nat(5_000), demandLists, (capacity, demands) => {
      const shares = maxMinShares(capacity, demands);
      const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
      expect(sum(shares)).toBeCloseTo(Math.min(capacity, sum(demands)), 5);
      const maxShare = Math.max(...shares);
      for (const [index, share] of shares.entries()) {
        expect(share).toBeLessThanOrEqual(demands[index] ?? 0);
        if (share < (demands[index] ?? 0)) expect(share).toBeCloseTo(maxShare, 5);
      }
    }),
  );
});

test('limits no customer while there is capacity, and then only those above their share', () => {
  expect(divide([900, 50], false)).toEqual([null, null]);
  const [overShare, other, modest] = divide([800, 180, 20], true);
  expect(modest).toBeNull();
  expect(other).toBeNull();
  expect(overShare).toBeLessThan(800);
  const [one, two] = divide([500, 500], true);
  expect(one).toBe(two);
});

describe('a rate limiter', () => {
  test('counts without a limit, and delays nothing', () => {
    const rateLimiter = new RateLimiter(null);
    rateLimiter.charge(1e9);
    expect(rateLimiter.hasCapacity).toBe(true);
    expect(rateLimiter.read()).toBe(1e9);
    expect(rateLimiter.read()).toBe(0);
  });

  test('releases waiting connections when the limit is removed', () => {
    const rateLimiter = new RateLimiter(null);
    rateLimiter.share = 1_000;
    rateLimiter.charge(500);
    expect(rateLimiter.hasCapacity).toBe(false);
    let called = false;
    rateLimiter.wait({
      onCapacity() {
        called = true;
      },
    });
    rateLimiter.share = null;
    expect(called).toBe(true);
  });
});

describe('a new connection', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is opened at once if there is capacity, otherwise when there is', async () => {
    const rateLimiter = new RateLimiter(1_000_000);
    expect(awaitCapacity(rateLimiter)).toBeNull();
    rateLimiter.charge(1_000_000);
    const capacity = awaitCapacity(rateLimiter);
    rateLimiter.tick(500);
    expect(awaitCapacity(rateLimiter)).not.toBeNull();
    rateLimiter.tick(500);
    expect(await capacity).toBeNull();
  });

  test('is refused when capacity does not arrive in time', async () => {
    vi.useFakeTimers();
    const rateLimiter = new RateLimiter(1);
    rateLimiter.charge(1_000);
    const capacity = awaitCapacity(rateLimiter);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await capacity).toBe('busy');
  });

  test('that timed out does not delay the next ones', async () => {
    vi.useFakeTimers();
    const rateLimiter = new RateLimiter(1_000_000);
    rateLimiter.charge(1_000_000);
    const timedOut = Array.from({ length: 100 }, () => awaitCapacity(rateLimiter));
    await vi.advanceTimersByTimeAsync(10_000);
    const capacity = awaitCapacity(rateLimiter);
    rateLimiter.tick(1_000);
    expect(await capacity).toBeNull();
    for (const one of timedOut) expect(await one).toBe('busy');
  });
});
