import type { QuotaLease } from '../metering/index.ts';
import type { EgressRouteQuota } from '../../platform/firewall/egress-route-table.ts';

/**
 * The quota that a session has leased and used. Its quota leases are used in order: counted bytes fill the first, then the next. The kernel
 * allows `limit` bytes, the sum of all leases, so that no traffic passes without reserved quota.
 */
export interface Meter {
  readonly quotaAccount: string;
  /** Those of which something may still be used; the earlier ones lie below `base`. */
  readonly quotaLeases: readonly QuotaLease[];
  readonly base: number;
  readonly used: number;
  /** Generation of the kernel's quota, replaced when it has counted packets that it dropped. */
  readonly generation: number;
  /** The last request returned no quota. */
  readonly foundEmpty: boolean;
}

export function newMeter(quotaAccount: string): Meter {
  return { quotaAccount, quotaLeases: [], base: 0, used: 0, generation: 0, foundEmpty: false };
}

export function limitOf({ base, quotaLeases }: Meter): number {
  return quotaLeases.reduce((sum, { bytes }) => sum + bytes, base);
}

/** Nothing passes any more, and nothing is to be had. */
export function isSpent(meter: Meter): boolean {
  return meter.foundEmpty && meter.used >= limitOf(meter);
}

/** Less is left than half of what was drawn last. */
export function wantsMore(meter: Meter): boolean {
  const last = meter.quotaLeases.at(-1);
  return last === undefined || limitOf(meter) - meter.used < last.bytes / 2;
}

/** The meter after so many bytes were counted, which never shrinks and is never more than was drawn. */
export function counted(meter: Meter, bytes: number): Meter {
  return { ...meter, used: Math.max(meter.used, Math.min(bytes, limitOf(meter))) };
}

/** Returns the meter with another lease. An exceeded kernel quota has counted dropped packets: it restarts at the bytes really used. */
export function credited(meter: Meter, slice: QuotaLease): Meter {
  const isExhausted = meter.used >= limitOf(meter);
  return {
    ...meter,
    quotaLeases: [...meter.quotaLeases, slice],
    generation: isExhausted ? meter.generation + 1 : meter.generation,
    foundEmpty: false,
  };
}

/** What was used of each slice; `full` ones are done with. */
export function usesOf(meter: Meter): readonly { slice: string; used: number; full: boolean }[] {
  let before = meter.base;
  return meter.quotaLeases.map(({ slice, bytes }) => {
    const used = Math.max(0, Math.min(bytes, meter.used - before));
    before += bytes;
    return { slice, used, full: used === bytes };
  });
}

/** The meter without the quota leases that are used up. */
export function settled(meter: Meter): Meter {
  const full = usesOf(meter).filter((use) => use.full).length;
  const base = meter.quotaLeases.slice(0, full).reduce((sum, { bytes }) => sum + bytes, meter.base);
  return full === 0 ? meter : { ...meter, quotaLeases: meter.quotaLeases.slice(full), base };
}

/** The meter without what is left of these quota leases. */
export function lapsed(meter: Meter, gone: ReadonlySet<string>): Meter {
  const uses = usesOf(meter);
  const quotaLeases = meter.quotaLeases.flatMap((slice, index) => {
    const used = uses[index]?.used ?? 0;
    if (!gone.has(slice.slice)) return [slice];
    // One of which something was used has none before it that is not used up.
    return used === 0 ? [] : [{ ...slice, bytes: used }];
  });
  return settled({ ...meter, quotaLeases });
}

/** The kernel's quota for it. `host` identifies the session. */
export function quotaOf(meter: Meter, host: number): EgressRouteQuota {
  return { name: `l${host}_${meter.generation}`, limit: limitOf(meter), used: meter.used };
}
