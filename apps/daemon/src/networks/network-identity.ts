import { createHash } from 'node:crypto';
import { jsonOf } from '@comet/foundation';
import * as z from 'zod/mini';
import type { RunTool } from '../platform/run-tool.ts';
import { defaultRouteIn, hardwareIn, type KernelTables } from './kernel-tables.ts';

/** The network that a machine is in, told by its router. */
export interface Network {
  readonly isNamed: true;
  /** 32 hexadecimal digits. Whoever reads them learns neither the router's address nor its hardware's. */
  readonly id: string;
  /** What to call it when the user gives it no name. */
  readonly name: string;
}

/** A network that traffic leaves by and that cannot be told from others: nobody can have come to trust it. */
export interface UnnamedNetwork {
  readonly isNamed: false;
  /** Tells it from others while the machine is in it. */
  readonly id: string;
}

const routes = z.array(
  z.object({ gateway: z.optional(z.string()), dev: z.string(), metric: z.optional(z.int()) }),
);

/**
 * The network of the default route in the main table, by the router's IPv4 and hardware addresses; null where there is none of either
 * family. Without IPv4 `ip` is asked. A modem, a network of IPv6 alone, and a router whose hardware address is not known yet have no name.
 * A hardware address can be copied: trusting a network trusts whoever can sit in its place, which the user is told.
 */
export async function currentNetwork(
  tables: KernelTables,
  run: RunTool,
  tunnels: readonly string[],
): Promise<Network | UnnamedNetwork | null> {
  const route = defaultRouteIn(tables.routes, tunnels);
  if (route === null) return networkOfIpv6(run, tunnels);
  const { dev, gateway = null } = route;
  return networkBehind(dev, gateway, gateway === null ? null : hardwareIn(tables.neighbours, gateway, dev));
}

/** A network by its link here, its router, and the hardware address of that; without the latter it has no name. */
export function networkBehind(
  link: string,
  router: string | null,
  hardware: string | null,
): Network | UnnamedNetwork {
  if (router === null || hardware === null) return unnamed(link, router);
  const id = createHash('sha256').update(`comet network\n${router}\n${hardware}`).digest('hex').slice(0, 32);
  return { isNamed: true, id, name: `${link} behind ${router}` };
}

async function networkOfIpv6(run: RunTool, tunnels: readonly string[]): Promise<UnnamedNetwork | null> {
  const { stdout } = await run('ip', ['-j', '-6', 'route', 'show', 'default', 'table', 'main']);
  const listed = routes.safeParse(jsonOf(stdout));
  if (!listed.success) return null;
  const [route = null] = listed.data
    .filter(({ dev }) => !tunnels.includes(dev))
    .toSorted((one, other) => (one.metric ?? 0) - (other.metric ?? 0));
  return route === null ? null : unnamed(route.dev, route.gateway ?? null);
}

function unnamed(link: string, router: string | null): UnnamedNetwork {
  return { isNamed: false, id: `${link} ${router ?? ''}` };
}
