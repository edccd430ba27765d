import type { Targeting } from '../auth/username.ts';

interface SessionExit {
  readonly exit: string;
  /** Session token for a provider, so that it keeps the address too. */
  readonly token: string;
}

interface StoredSession extends SessionExit {
  /** End time in ms; it also identifies the run of a session. */
  readonly until: number;
}

const maxPerCustomer = 10_000;

/**
 * The exit of each session until the session ends; in memory only, for privacy. A session's lifetime starts with its first connection, and
 * a new session gets another exit than before if there is one.
 */
export class StickySessions {
  readonly #byCustomer = new Map<string, Map<string, StoredSession>>();

  /** Returns the exit of a running session; `now` in milliseconds. */
  find(customer: string, targeting: Targeting, now: number): StoredSession | null {
    const stored = this.#byCustomer.get(customer)?.get(keyOf(targeting));
    return stored !== undefined && now < stored.until ? stored : null;
  }

  /** Returns the last exit of a session, also after its end. */
  previousExit(customer: string, targeting: Targeting): string | null {
    return this.#byCustomer.get(customer)?.get(keyOf(targeting))?.exit ?? null;
  }

  /** `end` overrides the end of the session. */
  set(customer: string, targeting: Targeting, stored: SessionExit, now: number, end?: number): void {
    if (targeting.session === null) return;
    let all = this.#byCustomer.get(customer);
    if (all === undefined) this.#byCustomer.set(customer, (all = new Map()));
    const key = keyOf(targeting);
    const running = all.get(key);
    all.delete(key);
    // A replaced exit does not extend the session.
    const isRunning = running !== undefined && now < running.until;
    const until = end ?? (isRunning ? running.until : now + targeting.session.minutes * 60_000);
    all.set(key, { exit: stored.exit, token: stored.token, until });
    const [oldest] = all.keys();
    if (all.size > maxPerCustomer && oldest !== undefined) all.delete(oldest);
  }

  /** Removes sessions that ended more than `retention` ago. */
  sweep(now: number): void {
    for (const [customer, all] of this.#byCustomer) {
      for (const [key, { until }] of all) if (now > until + retention) all.delete(key);
      if (all.size === 0) this.#byCustomer.delete(customer);
    }
  }
}

const retention = 3_600_000;

function keyOf({ country, city, session }: Targeting): string {
  return `${country ?? ''} ${city ?? ''} ${session?.name ?? ''}`;
}
