import { jsonOf } from '@comet/foundation';
import * as z from 'zod/mini';
import type { RunTool } from '../../platform/system/run-tool.ts';

const links = z.array(z.object({ mtu: z.int() }));

/** Returns the MTU of a network interface in bytes, as the kernel of Linux reports it; null if there is none of this name. */
export async function linkMtu(run: RunTool, link: string): Promise<number | null> {
  const found = links.safeParse(jsonOf((await run('ip', ['-j', 'link', 'show', 'dev', link])).stdout));
  return found.success ? (found.data[0]?.mtu ?? null) : null;
}
