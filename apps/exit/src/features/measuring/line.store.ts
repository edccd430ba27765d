import { exitLine } from '@comet/contract';
import * as z from 'zod/mini';

/** The last measurement of the line, so that a restart does not measure again. */
export const lineFile = z.object({ version: z.literal(1), measuredAt: z.iso.datetime(), line: exitLine });

export type KeptLine = z.output<typeof lineFile>;
