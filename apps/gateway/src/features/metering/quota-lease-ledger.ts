import { randomUUID } from 'node:crypto';
import { type Clock, type Result, unixSeconds } from '@comet/foundation';
import type { QuotaLeasesFile } from './quota-leases.store.ts';

/** Bytes reserved from a quota account for one holder. */
export interface QuotaLease {
  readonly slice: string;
  readonly bytes: number;
}

/** The total usage of a quota lease. A lease that is done is not used any more. */
export interface QuotaLeaseUse {
  readonly slice: string;
  readonly usedBytes: number;
  readonly done: boolean;
}

/** `soon`: within seconds; `now`: a session waits for quota, or the gateway stops. */
export type ReportUrgency = 'soon' | 'now';

/** A gateway's access to the ledger of the control plane. */
export interface QuotaLeaseSource {
  /** Idempotent by `request`. `empty`: the quota account is empty or closed. */
  draw(quotaAccount: string, request: string): Promise<Result<QuotaLease, 'empty' | 'unreachable'>>;
  /**
   * Returns the quota leases that the control plane does not have, which need no further report, once it has recorded the others. `now`: by
   * the fastest way.
   */
  report(
    quotaLeases: readonly QuotaLeaseUse[],
    urgency: ReportUrgency,
  ): Promise<Result<readonly string[], 'unreachable'>>;
}

/**
 * Seconds after which an unused quota lease is reported: the control plane returns one without a report for a day, and later usage of it
 * would not be charged.
 */
const reportInterval = 3_600;

/**
 * Seconds without an accepted report after which a lease must not be used: after a day the control plane returns unreported quota; the
 * hour in between allows for clock differences and a last count.
 */
const leaseLifetime = 23 * 3_600;

/** Maximum number of leases in one report. */
const maxReportSize = 1_000;

interface HeldLease {
  readonly bytes: number;
  used: number;
  done: boolean;
  /** The total that the control plane has accepted; -1 for none. */
  reported: number;
  /** Unix seconds of that report. */
  reportedAt: number;
}

/**
 * The quota leases of this gateway and their usage. Totals are cumulative, so that a repeated or late report changes nothing. A restart
 * ends all leases with their saved usage.
 */
export class QuotaLeaseLedger {
  readonly #source: QuotaLeaseSource;
  readonly #held = new Map<string, HeldLease>();
  /** A request whose response was lost is repeated with the same id, or its lease would have no holder. */
  readonly #requests = new Map<string, { readonly request: string; readonly at: number }>();
  /** The last pending lease request of a holder and a quota account. */
  readonly #drawing = new Map<string, Promise<unknown>>();
  readonly #onChange: () => void;
  readonly #now: () => number;

  /** `onChange` is called whenever there is a change to save. */
  constructor(source: QuotaLeaseSource, kept: QuotaLeasesFile | null, clock: Clock, onChange: () => void) {
    this.#source = source;
    this.#onChange = onChange;
    this.#now = () => unixSeconds(clock.now());
    for (const { slice, bytes, used } of kept?.quotaLeases ?? [])
      this.#held.set(slice, { bytes, used, done: true, reported: -1, reportedAt: 0 });
  }

  get size(): number {
    return this.#held.size;
  }

  /**
   * Requests a quota lease for a holder. A second request waits for the response to the first: both would use one request id, and get one
   * lease for two. `name`: the name of the quota account at the control plane, if it is another one.
   */
  async draw(
    holder: string,
    quotaAccount: string,
    name = quotaAccount,
  ): Promise<Result<QuotaLease, 'empty' | 'unreachable'>> {
    const key = `${holder} ${quotaAccount}`;
    const before = this.#drawing.get(key);
    const turn = (async () => {
      await before;
      return this.#drawOnce(key, name);
    })();
    const over = turn.catch(() => undefined);
    this.#drawing.set(key, over);
    try {
      return await turn;
    } finally {
      if (this.#drawing.get(key) === over) this.#drawing.delete(key);
    }
  }

  async #drawOnce(key: string, quotaAccount: string): Promise<Result<QuotaLease, 'empty' | 'unreachable'>> {
    const { request, at } = this.#requestOf(key);
    let drawn = await this.#source.draw(quotaAccount, request);
    // The control plane requires the pending usage reports of a gateway before a new lease.
    if (!drawn.ok && drawn.error === 'unreachable' && (await this.report('now')))
      drawn = await this.#source.draw(quotaAccount, request);
    if (drawn.ok || drawn.error === 'empty') this.#requests.delete(key);
    if (!drawn.ok) return drawn;
    const { slice, bytes } = drawn.value;
    if (!this.#held.has(slice))
      // The first request may have created it.
      this.#held.set(slice, { bytes, used: 0, done: false, reported: -1, reportedAt: at });
    this.#onChange();
    return drawn;
  }

  /** Records the total usage, which never decreases and never exceeds the lease. */
  use(slice: string, usedBytes: number, done: boolean): void {
    const held = this.#held.get(slice);
    if (held === undefined || held.done) return;
    const used = Math.max(held.used, Math.min(held.bytes, usedBytes));
    if (used === held.used && !done) return;
    held.used = used;
    held.done = done;
    this.#onChange();
  }

  /**
   * Returns the leases that must not be used any more, because the control plane will soon return them. Their holders end them with `use`.
   */
  lapsed(): ReadonlySet<string> {
    const since = this.#now() - leaseLifetime;
    return new Set(
      [...this.#held].flatMap(([slice, { done, reportedAt }]) =>
        !done && reportedAt <= since ? [slice] : [],
      ),
    );
  }

  /** Reports changes to the control plane; returns false when that failed. */
  async report(urgency: ReportUrgency = 'soon'): Promise<boolean> {
    for (;;) {
      const uses = [...this.#held]
        .filter(([, held]) => needsReport(held, this.#now()))
        .slice(0, maxReportSize)
        .map(([slice, { used, done }]) => ({ slice, usedBytes: used, done }));
      if (uses.length === 0) return true;
      const reply = await this.#source.report(uses, urgency);
      if (!reply.ok) return false;
      for (const slice of reply.value) this.#held.delete(slice);
      for (const { slice, usedBytes, done } of uses) {
        const held = this.#held.get(slice);
        if (held !== undefined) Object.assign(held, { reported: usedBytes, reportedAt: this.#now() });
        if (done) this.#held.delete(slice);
      }
      this.#onChange();
      if (uses.length < maxReportSize) return true;
    }
  }

  /** Returns the pending request of a key, or a new one: a lease from an expired request could not be used. */
  #requestOf(key: string): { readonly request: string; readonly at: number } {
    const before = this.#requests.get(key);
    if (before !== undefined && before.at > this.#now() - leaseLifetime) return before;
    const created = { request: randomUUID(), at: this.#now() };
    this.#requests.set(key, created);
    return created;
  }

  toFile(): QuotaLeasesFile {
    const quotaLeases = [...this.#held].map(([slice, { bytes, used }]) => ({ slice, bytes, used }));
    return { version: 1, quotaLeases };
  }
}

function needsReport({ done, used, reported, reportedAt }: HeldLease, now: number): boolean {
  return done || used > Math.max(0, reported) || now - reportedAt >= reportInterval;
}
