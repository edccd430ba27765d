import { address, inet, link as linkName, scopedAddress } from '../system/rule-tokens.ts';
import { type MustRun, mustRun, type RunTool } from '../system/run-tool.ts';
import type { Routing, TunnelAddresses } from './routing.ts';

/** All addresses as two halves: a more specific route precedes the default one, which is not changed. */
const halves = { inet: ['0.0.0.0/1', '128.0.0.0/1'], inet6: ['::/1', '8000::/1'] } as const;
const families = ['inet', 'inet6'] as const;

interface DarwinRouting extends Routing {
  /** Call it after a change of network: sets the route to the gateway again if a tunnel is up. */
  follow(): Promise<void>;
}

/**
 * Routes by route(8). macOS has no rules by mark, so the gateway itself gets a route outside the tunnel. A route of a DHCP server
 * (CVE-2024-3661) precedes our halves; the firewall then blocks its traffic instead of allowing it outside the tunnel.
 */
export function darwinRouting(run: RunTool, link: string): DarwinRouting {
  linkName(link);
  const exec = mustRun(run);
  let raised: TunnelAddresses | null = null;

  /** Removes routes that may remain from another network; none of them may exist. */
  async function addGatewayRoute(gateway: string): Promise<void> {
    const family = inet(gateway);
    await run('route', ['-q', '-n', 'delete', `-${family}`, '-host', gateway]);
    const target = await defaultRoute(exec, family, link);
    await exec('route', ['-q', '-n', 'add', `-${family}`, '-host', gateway, ...target]);
  }

  async function lower(): Promise<void> {
    for (const family of families)
      for (const half of halves[family])
        await run('route', ['-q', '-n', 'delete', `-${family}`, half, '-interface', link]);
    if (raised === null) return;
    const { gateway, ipv4, ipv6 } = raised;
    raised = null;
    await run('ifconfig', [link, 'inet', ipv4, '-alias']);
    await run('ifconfig', [link, 'inet6', ipv6, '-alias']);
    await run('route', ['-q', '-n', 'delete', `-${inet(gateway)}`, '-host', gateway]);
  }

  return {
    async raise(addresses) {
      const { gateway, ipv4, ipv6 } = addresses;
      for (const one of [gateway, ipv4, ipv6]) address(one);
      raised = addresses;
      await addGatewayRoute(gateway);
      await exec('ifconfig', [link, 'inet', ipv4, ipv4, 'netmask', '255.255.255.255', 'alias']);
      await exec('ifconfig', [link, 'inet6', ipv6, 'prefixlen', '128', 'alias']);
      for (const family of families)
        for (const half of halves[family])
          await exec('route', ['-q', '-n', 'add', `-${family}`, half, '-interface', link]);
      // The exit code of route(8) does not always report a failure.
      for (const [family, anywhere] of [
        ['inet', '128.0.0.1'],
        ['inet6', '2000::1'],
      ] as const)
        if (parseRoute(await exec('route', ['-n', 'get', `-${family}`, anywhere])).device !== link)
          throw new Error(`route: ${family} does not lead into ${link}`);
    },
    raiseHop: () => Promise.reject(new Error('two gateways are not supported on this system')),
    lower,
    async follow() {
      if (raised !== null) await addGatewayRoute(raised.gateway);
    },
  };
}

/** Returns the arguments of route(8) for the default route. Rejects if there is none. */
async function defaultRoute(exec: MustRun, family: 'inet' | 'inet6', tunnel: string): Promise<string[]> {
  const { router, device } = parseRoute(await exec('route', ['-n', 'get', `-${family}`, 'default']));
  if (device === null || device === tunnel) throw new Error(`no default route for ${family}`);
  return router === null ? ['-interface', linkName(device)] : [scopedAddress(router)];
}

/** Parses `route -n get`: the router, if there is one, and the link. */
export function parseRoute(output: string): {
  readonly router: string | null;
  readonly device: string | null;
} {
  const found = (name: string) => new RegExp(`^\\s*${name}: (\\S+)$`, 'm').exec(output)?.[1] ?? null;
  const router = found('gateway');
  // A link without a router is printed in this form: `link#12`.
  return { router: router?.startsWith('link#') === true ? null : router, device: found('interface') };
}
