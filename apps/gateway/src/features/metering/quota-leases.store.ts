import * as z from 'zod/mini';

const bytes = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** The saved quota leases: their ids and total usage, without user, time or destination. */
export const quotaLeasesFile = z.object({
  version: z.literal(1),
  quotaLeases: z.array(z.object({ slice: z.uuid(), bytes, used: bytes })),
});

export type QuotaLeasesFile = z.output<typeof quotaLeasesFile>;
