import type { EventLoopUtilization } from 'node:perf_hooks';
import type { Customer } from './customer.ts';
import type { Exit } from './exits.ts';
import { shareOut } from './share-out.ts';
import type { Turnstile } from './turnstile.ts';

/** How busy the process has to be before anybody is held back for others. */
const busy = 0.95;
/** What one who is held back may grow by from one look to the next, so that shares find their level again. */
const growth = 1.25;
/** Seconds between two looks at the shares. */
const period = 0.5;

/**
 * Keeps the turnstiles going, and divides what the process can carry: as long as there is enough nobody is held back; when the process
 * has no time left, no customer carries more than another who wants as much, however many connections he opens.
 */
export class ShareKeeper {
  /** Of each process that carries: whichever has no time left is the one that there is too little of. */
  readonly #utilizations: readonly (() => EventLoopUtilization)[];
  #before: readonly EventLoopUtilization[];
  #elapsed = 0;

  constructor(utilizations: readonly (() => EventLoopUtilization)[]) {
    this.#utilizations = utilizations;
    this.#before = utilizations.map((utilization) => utilization());
  }

  tick(customers: Iterable<Customer>, exits: Iterable<Exit>, milliseconds: number): void {
    const active: Turnstile[] = [];
    for (const { turnstile, isActive } of customers) {
      turnstile.tick(milliseconds);
      if (isActive) active.push(turnstile);
      else turnstile.share = null;
    }
    for (const { turnstile } of exits) turnstile.tick(milliseconds);
    this.#elapsed += milliseconds / 1000;
    if (this.#elapsed < period) return;
    this.#divide(active, this.#elapsed);
    this.#elapsed = 0;
  }

  #divide(active: readonly Turnstile[], seconds: number): void {
    const now = this.#utilizations.map((utilization) => utilization());
    const isBusy = now.some(({ active, idle }, index) => {
      const worked = active - (this.#before[index]?.active ?? 0);
      const whole = worked + idle - (this.#before[index]?.idle ?? 0);
      return whole > 0 && worked / whole > busy;
    });
    this.#before = now;
    const rates = active.map((turnstile) => turnstile.read() / seconds);
    const isShort = active.length > 1 && isBusy;
    for (const [index, share] of divide(rates, isShort).entries()) {
      const turnstile = active[index];
      if (turnstile !== undefined) turnstile.share = share;
    }
  }
}

/** What each may carry a second when what all carried was all that could be; null where nobody has to be held back. */
export function divide(rates: readonly number[], isShort: boolean): readonly (number | null)[] {
  if (!isShort) return rates.map(() => null);
  const capacity = rates.reduce((sum, rate) => sum + rate, 0);
  const wants = rates.map((rate) => rate * growth + 1);
  const shares = shareOut(capacity, wants);
  const most = Math.max(...shares);
  // Only those who wanted more than their share are held to it; the others are free to grow.
  return shares.map((share, index) => (share < (wants[index] ?? 0) ? Math.max(share, most) : null));
}
