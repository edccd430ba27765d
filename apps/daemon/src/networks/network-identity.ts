import { createHash } from 'node:crypto';
import { jsonOf, isIpv4 } from '@comet/foundation';
import * as z from 'zod/mini';
import { type RunTool, powershell } from '../platform/system/run-tool.ts';
import { defaultRouteIn, hardwareIn, type KernelTables } from './kernel-tables.ts';
import { parseRoute } from '../platform/routing/routing.darwin.ts';
import { link } from '../platform/system/rule-tokens.ts';

const found = z.object({
  link: z.string(),
  router: z.nullable(z.string()),
  hardware: z.nullable(z.string()),
});

/** The network of the default route, as on Linux, by PowerShell. Names of links may contain any letters; they are only compared. */
export async function windowsNetwork(run: RunTool, tunnel: string): Promise<Network | UnnamedNetwork | null> {
  const script = `$route = Get-NetRoute -DestinationPrefix '0.0.0.0/0','::/0' -ErrorAction SilentlyContinue | Where-Object InterfaceAlias -ne '${link(tunnel)}' | Sort-Object AddressFamily, RouteMetric | Select-Object -First 1
if ($route) {
  $router = Get-NetNeighbor -InterfaceIndex $route.ifIndex -IPAddress $route.NextHop -ErrorAction SilentlyContinue | Select-Object -First 1
  @{ link = $route.InterfaceAlias; router = $route.NextHop; hardware = $router.LinkLayerAddress } | ConvertTo-Json -Compress
}`;
  const read = found.safeParse(jsonOf(await powershell(run, script).catch(() => '')));
  if (!read.success) return null;
  const { hardware, router } = read.data;
  // An unresolved neighbour entry has no hardware address, or one of zeros.
  const known = hardware !== null && /[1-9A-F]/i.test(hardware) ? hardware : null;
  return identifyNetwork(read.data.link, router, router !== null && router.includes('.') ? known : null);
}

/** The network that a machine is in, identified by its router. */
export interface Network {
  readonly isNamed: true;
  /** 32 hexadecimal digits. They reveal neither the router's IP address nor its hardware address. */
  readonly id: string;
  /** Default name, used if the user gives none. */
  readonly name: string;
}

/** A network that carries traffic but cannot be identified reliably, so it cannot be trusted. */
export interface UnnamedNetwork {
  readonly isNamed: false;
  /** Distinguishes it from other networks while the machine is in it. */
  readonly id: string;
}

const routes = z.array(
  z.object({ gateway: z.optional(z.string()), dev: z.string(), metric: z.optional(z.int()) }),
);

/**
 * The network of the default route in the main table, by the router's IPv4 and hardware addresses; null where there is none of either
 * family. Without IPv4, `ip` is run. A modem, an IPv6-only network, and a router whose hardware address is not yet known have no name.
 * A hardware address can be copied: trusting a network trusts every host that can imitate its router; the user interface states this.
 */
export async function currentNetwork(
  tables: KernelTables,
  run: RunTool,
  tunnels: readonly string[],
): Promise<Network | UnnamedNetwork | null> {
  const route = defaultRouteIn(tables.routes, tunnels);
  if (route === null) return networkOfIpv6(run, tunnels);
  const { dev, gateway = null } = route;
  return identifyNetwork(dev, gateway, gateway === null ? null : hardwareIn(tables.neighbours, gateway, dev));
}

/** A network by its link, its router, and the router's hardware address; without the latter it has no name. */
function identifyNetwork(
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

/** The network of the default route, as on Linux, by route(8) and arp(8). */
export async function darwinNetwork(run: RunTool): Promise<Network | UnnamedNetwork | null> {
  const [v4, v6] = await Promise.all([
    run('route', ['-n', 'get', '-inet', 'default']),
    run('route', ['-n', 'get', '-inet6', 'default']),
  ]);
  const defaultRoutes = [v4, v6].filter(({ code }) => code === 0).map(({ stdout }) => parseRoute(stdout));
  const { router, device } = defaultRoutes.find((one) => one.device !== null) ?? {
    router: null,
    device: null,
  };
  if (device === null) return null;
  if (router === null || !isIpv4(router)) return identifyNetwork(device, router, null);
  const { stdout } = await run('arp', ['-n', router]);
  return identifyNetwork(device, router, / at ([0-9a-f:]{11,17}) /i.exec(stdout)?.[1] ?? null);
}
