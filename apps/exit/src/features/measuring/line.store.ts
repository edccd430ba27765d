import { exitLine } from '@comet/contract';
import * as z from 'zod/mini';

/** What the line was worth when it was measured last, so that a restart measures nothing. */
export const lineFile = z.object({ version: z.literal(1), measuredAt: z.iso.datetime(), line: exitLine });

export type KeptLine = z.output<typeof lineFile>;
