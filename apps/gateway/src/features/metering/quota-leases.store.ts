import * as z from 'zod/mini';

const bytes = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** What is kept of quota leases for a restart: which they are, and what was used of them in all. Nothing says by whom, when or for what. */
export const quotaLeasesFile = z.object({
  version: z.literal(1),
  quotaLeases: z.array(z.object({ slice: z.uuid(), bytes, used: bytes })),
});

export type QuotaLeasesFile = z.output<typeof quotaLeasesFile>;
