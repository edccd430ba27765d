import * as z from 'zod/mini';

/** The status of the running service for `comet-exit status`. */
export const statusFile = z.object({
  version: z.literal(1),
  pid: z.int(),
  state: z.enum(['carrying', 'paused', 'full', 'connecting', 'stopped']),
  /** The reason why it is not connected, shown to the owner. */
  detail: z.nullable(z.string()),
  latencyMs: z.nullable(z.int()),
});

export type Status = z.output<typeof statusFile>;
