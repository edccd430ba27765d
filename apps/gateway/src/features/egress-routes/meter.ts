import type { QuotaLease } from '../metering/index.ts';
import type { EgressRouteQuota } from '../../platform/firewall/egress-route-table.ts';

/**
 * The quota that a session has leased and used. Its quota leases are used in order: counted bytes fill the first, then the next. The kernel
 * allows `limit` bytes, the sum of all leases, so that no traffic passes without reserved quota.
 */
export interface Meter {
  readonly quotaAccount: string;
  /** Leases that are not used up; earlier ones are included in `base`. */
  readonly quotaLeases: readonly QuotaLease[];
  readonly base: number;
  readonly used: number;
  /** Generation of the kernel's quota, replaced when it has counted packets that it dropped. */
  readonly generation: number;
  /** The last request returned no quota. */
  readonly foundEmpty: boolean;
}

/** Returns a meter without leases. */
export function newMeter(quotaAccount: string): Meter {
  return { quotaAccount, quotaLeases: [], base: 0, used: 0, generation: 0, foundEmpty: false };
}

/** Returns the total of all leases in bytes, used ones included. */
export function limitOf({ base, quotaLeases }: Meter): number {
  return quotaLeases.reduce((sum, { bytes }) => sum + bytes, base);
}

/** Whether all leased quota is used and the account is empty. */
export function isSpent(meter: Meter): boolean {
  return meter.foundEmpty && meter.used >= limitOf(meter);
}

/** Whether less than half of the last lease is left. */
export function needsMore(meter: Meter): boolean {
  const last = meter.quotaLeases.at(-1);
  return last === undefined || limitOf(meter) - meter.used < last.bytes / 2;
}

/** Returns the meter after `bytes` were counted: the usage never decreases, and never exceeds the limit. */
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

/** Returns the usage of each lease; `full` if it is used up. */
export function usesOf(meter: Meter): readonly { slice: string; used: number; full: boolean }[] {
  let before = meter.base;
  return meter.quotaLeases.map(({ slice, bytes }) => {
    const used = Math.max(0, Math.min(bytes, meter.used - before));
    before += bytes;
    return { slice, used, full: used === bytes };
  });
}

/** Returns the meter without used-up leases. */
export function settled(meter: Meter): Meter {
  const full = usesOf(meter).filter((use) => use.full).length;
  const base = meter.quotaLeases.slice(0, full).reduce((sum, { bytes }) => sum + bytes, meter.base);
  return full === 0 ? meter : { ...meter, quotaLeases: meter.quotaLeases.slice(full), base };
}

/** Returns the meter without the unused bytes of these leases. */
export function lapsed(meter: Meter, gone: ReadonlySet<string>): Meter {
  const uses = usesOf(meter);
  const quotaLeases = meter.quotaLeases.flatMap((slice, index) => {
    const used = uses[index]?.used ?? 0;
    if (!gone.has(slice.slice)) return [slice];
    // Leases are used in order, so all leases before a partly used one are used up.
    return used === 0 ? [] : [{ ...slice, bytes: used }];
  });
  return settled({ ...meter, quotaLeases });
}

/** Returns the kernel's quota of a session; `host` identifies the session. */
export function quotaOf(meter: Meter, host: number): EgressRouteQuota {
  return { name: `l${host}_${meter.generation}`, limit: limitOf(meter), used: meter.used };
}
