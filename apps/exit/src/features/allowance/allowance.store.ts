import * as z from 'zod/mini';

const bytes = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
const cap = z.nullable(bytes.check(z.minimum(1)));

export const capsOf = z.object({ bytesPerSecond: cap, dayBytes: cap });

/** The owner's limits. They apply at once, also without a connection. */
export const ownerLimitsFile = z.object({ version: z.literal(1), paused: z.boolean(), caps: capsOf });

/** Forwarded bytes by day in UTC: `YYYY-MM-DD`. */
export const usageFile = z.object({
  version: z.literal(1),
  days: z.record(z.string(), bytes),
  /** The rules' counter when this was written: they continue to count after a crash. */
  counted: z._default(bytes, 0),
});

export type Caps = z.output<typeof capsOf>;
export type OwnerLimits = z.output<typeof ownerLimitsFile>;
export type Usage = z.output<typeof usageFile>;

export const noOwnerLimits: OwnerLimits = {
  version: 1,
  paused: false,
  caps: { bytesPerSecond: null, dayBytes: null },
};
export const noUsage: Usage = { version: 1, days: {}, counted: 0 };
