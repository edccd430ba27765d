import { isIpv4, isIpv6 } from '@comet/foundation';
import { link as linkName } from '../system/rule-tokens.ts';
import type { Routing, TunnelAddresses } from './routing.ts';
import { mustRun, type RunTool, windowsPrograms } from '../system/run-tool.ts';

/** All addresses as two halves: a more specific route precedes the default one, which is not changed. */
const halves = [
  ['ipv4', '0.0.0.0/1', '0.0.0.0'],
  ['ipv4', '128.0.0.0/1', '0.0.0.0'],
  ['ipv6', '::/1', '::'],
  ['ipv6', '8000::/1', '::'],
] as const;

/**
 * Routes by netsh, until the machine restarts (`store=active`). A more specific route of a DHCP server (CVE-2024-3661) leads to
 * addresses for which the firewall allows only tunnel traffic.
 */
export function windowsRouting(run: RunTool, link: string): Routing {
  linkName(link);
  const exec = mustRun(run);
  const { netsh } = windowsPrograms;
  let raised: TunnelAddresses | null = null;

  async function lower(): Promise<void> {
    for (const [family, prefix] of halves)
      await run(netsh, [
        'interface',
        family,
        'delete',
        'route',
        `prefix=${prefix}`,
        `interface=${link}`,
        'store=active',
      ]);
    if (raised === null) return;
    const { ipv4, ipv6 } = raised;
    raised = null;
    await run(netsh, [
      'interface',
      'ipv4',
      'delete',
      'address',
      `name=${link}`,
      `address=${ipv4}`,
      'store=active',
    ]);
    await run(netsh, [
      'interface',
      'ipv6',
      'delete',
      'address',
      `interface=${link}`,
      `address=${ipv6}`,
      'store=active',
    ]);
  }

  return {
    async raise(addresses) {
      const { ipv4, ipv6 } = addresses;
      if (!isIpv4(ipv4) || !isIpv6(ipv6)) throw new TypeError('refused an address');
      raised = addresses;
      await exec(netsh, [
        ...['interface', 'ipv4', 'set', 'address', `name=${link}`, 'source=static'],
        ...[`address=${ipv4}`, 'mask=255.255.255.255', 'store=active'],
      ]);
      await exec(netsh, [
        ...[
          'interface',
          'ipv6',
          'add',
          'address',
          `interface=${link}`,
          `address=${ipv6}/128`,
          'store=active',
        ],
      ]);
      for (const [family, prefix, nexthop] of halves)
        await exec(netsh, [
          ...['interface', family, 'add', 'route', `prefix=${prefix}`, `interface=${link}`],
          ...[`nexthop=${nexthop}`, 'metric=0', 'store=active'],
        ]);
    },
    raiseHop: () => Promise.reject(new Error('two gateways are not supported on this system')),
    lower,
  };
}
