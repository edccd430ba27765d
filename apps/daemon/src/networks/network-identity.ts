import { createHash } from 'node:crypto';
import { isIpv4 } from '@comet/foundation';
import * as z from 'zod/mini';
import type { RunTool } from '../platform/run-tool.ts';

/** The network that a machine is in, told by its router. */
export interface Network {
  /** 32 hexadecimal digits. Whoever reads them learns neither the router's address nor its hardware's. */
  readonly id: string;
  /** What to call it when the user gives it no name. */
  readonly name: string;
}

const routes = z.array(
  z.object({ gateway: z.optional(z.string()), dev: z.string(), metric: z.optional(z.int()) }),
);
const neighbours = z.array(z.object({ lladdr: z.optional(z.string()) }));

/**
 * The network of the default route in the main table, by the router's IPv4 and hardware addresses; null where there is none, or the
 * router's hardware address is not known yet. A hardware address can be copied: trusting a network trusts whoever can sit in its
 * place, which the user is told.
 */
export async function currentNetwork(run: RunTool, tunnels: readonly string[]): Promise<Network | null> {
  const listed = routes.safeParse(
    jsonOf((await run('ip', ['-j', '-4', 'route', 'show', 'default', 'table', 'main'])).stdout),
  );
  if (!listed.success) return null;
  const [route] = listed.data
    .filter(({ gateway, dev }) => gateway !== undefined && isIpv4(gateway) && !tunnels.includes(dev))
    .toSorted((one, other) => (one.metric ?? 0) - (other.metric ?? 0));
  if (route?.gateway === undefined) return null;
  const found = neighbours.safeParse(
    jsonOf((await run('ip', ['-j', 'neigh', 'show', 'to', route.gateway, 'dev', route.dev])).stdout),
  );
  const hardware = found.success ? found.data.find(({ lladdr }) => lladdr !== undefined)?.lladdr : undefined;
  if (hardware === undefined) return null;
  const id = createHash('sha256')
    .update(`comet network\n${route.gateway}\n${hardware}`)
    .digest('hex')
    .slice(0, 32);
  return { id, name: `${route.dev} behind ${route.gateway}` };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.trim() === '' ? '[]' : text);
  } catch {
    return null;
  }
}
