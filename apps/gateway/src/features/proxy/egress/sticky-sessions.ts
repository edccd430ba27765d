import type { Targeting } from '../auth/username.ts';

export interface KeptExit {
  readonly exit: string;
  /** Session token for a provider, so that it keeps the address too. */
  readonly token: string;
}

interface Kept extends KeptExit {
  /** Milliseconds; no two runs of a session end at the same. */
  readonly until: number;
}

const mostOfOne = 10_000;

/**
 * The exit of each session until the session ends; in memory only, for privacy. A session's lifetime starts with its first connection, and
 * a new session gets another exit than before where there is one.
 */
export class StickySessions {
  readonly #byCustomer = new Map<string, Map<string, Kept>>();

  /** The exit of a session that runs; `now` in milliseconds. */
  find(customer: string, targeting: Targeting, now: number): Kept | null {
    const kept = this.#byCustomer.get(customer)?.get(keyOf(targeting));
    return kept !== undefined && now < kept.until ? kept : null;
  }

  /** The exit that the session had before its time was over. */
  before(customer: string, targeting: Targeting): string | null {
    return this.#byCustomer.get(customer)?.get(keyOf(targeting))?.exit ?? null;
  }

  /** `end` overrides the end of the session. */
  keep(customer: string, targeting: Targeting, kept: KeptExit, now: number, end?: number): void {
    if (targeting.session === null) return;
    let all = this.#byCustomer.get(customer);
    if (all === undefined) this.#byCustomer.set(customer, (all = new Map()));
    const key = keyOf(targeting);
    const running = all.get(key);
    all.delete(key);
    // A replaced exit does not make the session longer.
    const isRunning = running !== undefined && now < running.until;
    const until = end ?? (isRunning ? running.until : now + targeting.session.minutes * 60_000);
    all.set(key, { exit: kept.exit, token: kept.token, until });
    const [oldest] = all.keys();
    if (all.size > mostOfOne && oldest !== undefined) all.delete(oldest);
  }

  /** Forgets what has been over for as long as it may have run. */
  sweep(now: number): void {
    for (const [customer, all] of this.#byCustomer) {
      for (const [key, { until }] of all) if (now > until + forgetAfter) all.delete(key);
      if (all.size === 0) this.#byCustomer.delete(customer);
    }
  }
}

const forgetAfter = 3_600_000;

function keyOf({ country, city, session }: Targeting): string {
  return `${country ?? ''} ${city ?? ''} ${session?.name ?? ''}`;
}
