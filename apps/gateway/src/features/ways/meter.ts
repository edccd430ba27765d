import type { Slice } from '../metering/index.ts';
import type { WayQuota } from '../../platform/way-table.ts';

/**
 * What one session has drawn and used. Its slices stand one after another: what was counted fills the first, then the next. The kernel
 * lets pass `limit` bytes, which is all of them together, so that nothing passes that is not drawn.
 */
export interface Meter {
  readonly purse: string;
  /** Those of which something may still be used; the earlier ones lie below `base`. */
  readonly slices: readonly Slice[];
  readonly base: number;
  readonly used: number;
  /** Names the kernel's quota anew when it has counted what it did not let pass. */
  readonly generation: number;
  /** The purse had nothing when it was asked last. */
  readonly dry: boolean;
}

export function newMeter(purse: string): Meter {
  return { purse, slices: [], base: 0, used: 0, generation: 0, dry: false };
}

export function limitOf({ base, slices }: Meter): number {
  return slices.reduce((sum, { bytes }) => sum + bytes, base);
}

/** Nothing passes any more, and nothing is to be had. */
export function isSpent(meter: Meter): boolean {
  return meter.dry && meter.used >= limitOf(meter);
}

/** Less is left than half of what was drawn last. */
export function wantsMore(meter: Meter): boolean {
  const last = meter.slices.at(-1);
  return last === undefined || limitOf(meter) - meter.used < last.bytes / 2;
}

/** The meter after so many bytes were counted, which never shrinks and is never more than was drawn. */
export function counted(meter: Meter, bytes: number): Meter {
  return { ...meter, used: Math.max(meter.used, Math.min(bytes, limitOf(meter))) };
}

/** The meter with one more slice. A quota that has run over counted packets that it dropped: it begins anew at what was really used. */
export function credited(meter: Meter, slice: Slice): Meter {
  const stood = meter.used >= limitOf(meter);
  return {
    ...meter,
    slices: [...meter.slices, slice],
    generation: stood ? meter.generation + 1 : meter.generation,
    dry: false,
  };
}

/** What was used of each slice; `full` ones are done with. */
export function usesOf(meter: Meter): readonly { slice: string; used: number; full: boolean }[] {
  let before = meter.base;
  return meter.slices.map(({ slice, bytes }) => {
    const used = Math.max(0, Math.min(bytes, meter.used - before));
    before += bytes;
    return { slice, used, full: used === bytes };
  });
}

/** The meter without the slices that are used up. */
export function settled(meter: Meter): Meter {
  const full = usesOf(meter).filter((use) => use.full).length;
  const base = meter.slices.slice(0, full).reduce((sum, { bytes }) => sum + bytes, meter.base);
  return full === 0 ? meter : { ...meter, slices: meter.slices.slice(full), base };
}

/** The meter without what is left of these slices. */
export function lapsed(meter: Meter, gone: ReadonlySet<string>): Meter {
  const uses = usesOf(meter);
  const slices = meter.slices.flatMap((slice, index) => {
    const used = uses[index]?.used ?? 0;
    if (!gone.has(slice.slice)) return [slice];
    // One of which something was used has none before it that is not used up.
    return used === 0 ? [] : [{ ...slice, bytes: used }];
  });
  return settled({ ...meter, slices });
}

/** The kernel's quota for it. `host` tells sessions apart. */
export function quotaOf(meter: Meter, host: number): WayQuota {
  return { name: `l${host}_${meter.generation}`, limit: limitOf(meter), used: meter.used };
}
