import type { EventLoopUtilization } from 'node:perf_hooks';
import type { Customer } from '../auth/customer.ts';
import type { Exit } from '../egress/exits.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Event loop utilization above which customers are limited to their share. */
const saturation = 0.95;
/** Growth factor of a limited customer's rate per interval, so that shares adapt. */
const growth = 1.25;
/** Seconds between two updates of the shares. */
const interval = 0.5;

/**
 * Refills the rate limiters, and divides the capacity of the process: below saturation no customer is limited; at saturation, customers
 * with the same demand get the same rate, however many connections they open.
 */
export class BandwidthShares {
  /** The utilization of each process; the highest one is the bottleneck. */
  readonly #utilizations: readonly (() => EventLoopUtilization)[];
  #before: readonly EventLoopUtilization[];
  #elapsed = 0;

  constructor(utilizations: readonly (() => EventLoopUtilization)[]) {
    this.#utilizations = utilizations;
    this.#before = utilizations.map((utilization) => utilization());
  }

  tick(customers: Iterable<Customer>, exits: Iterable<Exit>, milliseconds: number): void {
    const active: RateLimiter[] = [];
    for (const { rateLimiter, isActive } of customers) {
      rateLimiter.tick(milliseconds);
      if (isActive) active.push(rateLimiter);
      else rateLimiter.share = null;
    }
    for (const { rateLimiter } of exits) rateLimiter.tick(milliseconds);
    this.#elapsed += milliseconds / 1000;
    if (this.#elapsed < interval) return;
    this.#divide(active, this.#elapsed);
    this.#elapsed = 0;
  }

  #divide(active: readonly RateLimiter[], seconds: number): void {
    const now = this.#utilizations.map((utilization) => utilization());
    const isBusy = now.some(({ active, idle }, index) => {
      const busyTime = active - (this.#before[index]?.active ?? 0);
      const totalTime = busyTime + idle - (this.#before[index]?.idle ?? 0);
      return totalTime > 0 && busyTime / totalTime > saturation;
    });
    this.#before = now;
    const rates = active.map((rateLimiter) => rateLimiter.read() / seconds);
    const isSaturated = active.length > 1 && isBusy;
    for (const [index, share] of divide(rates, isSaturated).entries()) {
      const rateLimiter = active[index];
      if (rateLimiter !== undefined) rateLimiter.share = share;
    }
  }
}

/** Returns each customer's bytes per second at saturation; null where no limit is needed. */
export function divide(rates: readonly number[], isSaturated: boolean): readonly (number | null)[] {
  if (!isSaturated) return rates.map(() => null);
  const capacity = rates.reduce((sum, rate) => sum + rate, 0);
  const demands = rates.map((rate) => rate * growth + 1);
  const shares = maxMinShares(capacity, demands);
  const maxShare = Math.max(...shares);
  // Only customers above their share are limited; the others may grow.
  return shares.map((share, index) => (share < (demands[index] ?? 0) ? Math.max(share, maxShare) : null));
}

/**
 * Divides a capacity by max-min fairness: no share exceeds its demand, and a larger demand never gets a smaller share (Bertsekas and
 * Gallager, Data Networks, §6.5.2). Shares are in the order of the demands; they sum to the capacity, or to all demands if that is less.
 */
export function maxMinShares(capacity: number, demands: readonly number[]): readonly number[] {
  const shares = demands.map(() => 0);
  const byDemand = demands
    .map((demand, index) => ({ demand, index }))
    .toSorted((a, b) => a.demand - b.demand);
  let left = capacity;
  for (const [done, { demand, index }] of byDemand.entries()) {
    const share = Math.min(demand, left / (byDemand.length - done));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
