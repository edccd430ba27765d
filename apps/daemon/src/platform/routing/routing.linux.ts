import type { IpCommand, RuleSpec, NetworkShell } from '@comet/linux-network';
import { lanPrefixes } from '../firewall/firewall-gateway.ts';
import type { HopRoute, TunnelAddresses, Routing } from './routing.ts';

/**
 * Returns routing by ip-rule(8) and ip-route(8). `raise` and `raiseHop` reject if a command fails; `lower` ignores what is already absent.
 */
export function linuxRouting(shell: Pick<NetworkShell, 'runIp'>, marks: RoutingMarks): Routing {
  return {
    // In parallel, since a connect waits: the rules of the two families are independent.
    raise: (addresses) => shell.runIp(raiseCommands(addresses, marks), { sideBySide: true }),
    raiseHop: (link, hop) => shell.runIp(hopCommands(link, hop)),
    lower: () => shell.runIp(lowerCommands(marks), { ignoreErrors: true }),
  };
}

interface RoutingMarks {
  /** Every link that a tunnel may have. */
  readonly links: readonly string[];
  readonly fwmark: number;
}

/** Our routing table, and the priorities of our rules: before main (32766), so that no route in it is used. */
export const tunnelTable = 51_870;
const hopTable = 51_871;
const hopPriority = 4_970;
const lanPriority = 4_990;
const tunnelPriority = 5_000;
const mainTable = 254;
const families = [4, 6] as const;

/**
 * All packets without our mark are routed by our table first, which has one route: the tunnel. A route that a DHCP
 * server assigns (option 121, "TunnelVision", CVE-2024-3661) is in main and never used.
 */
export function raiseCommands(addresses: TunnelAddresses, marks: RoutingMarks): IpCommand[] {
  const { link } = addresses;
  const hop = addresses.hop === undefined ? [] : hopCommands(link, addresses.hop);
  const raised = families.flatMap((family): IpCommand[] => [
    {
      kind: 'address-add',
      address: family === 4 ? `${addresses.ipv4}/32` : `${addresses.ipv6}/128`,
      link,
    },
    {
      kind: 'route-replace',
      family,
      to: 'default',
      link,
      table: tunnelTable,
      // Of the link's two IPv4 addresses, only this one is the tunnel's.
      ...(addresses.hop !== undefined && family === 4 ? { src: addresses.ipv4 } : {}),
      ...(addresses.mtu === undefined ? {} : { mtu: addresses.mtu }),
    },
    ...(addresses.allowLan ? lanRules(family) : []).map((rule): IpCommand => ({ kind: 'rule-add', ...rule })),
    { kind: 'rule-add', ...tunnelRule(family, marks.fwmark) },
  ]);
  return [...raised, ...hop];
}

/** All traffic to the second gateway of two enters at the first. */
export function hopCommands(link: string, { from, to }: HopRoute): IpCommand[] {
  return [
    { kind: 'address-add', address: `${from}/32`, link },
    { kind: 'route-replace', family: 4, to: `${to}/32`, link, table: hopTable, src: from },
    { kind: 'rule-add', family: 4, priority: hopPriority, to: `${to}/32`, table: hopTable },
  ];
}

/** The commands that undo `raiseCommands`, with LAN and without. */
export function lowerCommands(marks: RoutingMarks): IpCommand[] {
  return [
    ...marks.links.map((link): IpCommand => ({ kind: 'addresses-flush', link })),
    { kind: 'rule-delete', family: 4, priority: hopPriority, table: hopTable },
    { kind: 'route-flush', family: 4, table: hopTable },
    ...families.flatMap((family): IpCommand[] => [
      { kind: 'rule-delete', ...tunnelRule(family, marks.fwmark) },
      ...lanRules(family).map((rule): IpCommand => ({ kind: 'rule-delete', ...rule })),
      { kind: 'route-flush', family, table: tunnelTable },
    ]),
  ];
}

function tunnelRule(family: 4 | 6, fwmark: number): RuleSpec {
  return { family, priority: tunnelPriority, not: true, fwmark, table: tunnelTable };
}

/** Neighbours are looked up in main, but never by its default route. */
function lanRules(family: 4 | 6): RuleSpec[] {
  const prefixes =
    family === 4
      ? [...lanPrefixes.ipv4, '224.0.0.0/24', '239.255.255.250/31']
      : [...lanPrefixes.ipv6, ...lanPrefixes.ipv6Groups];
  return prefixes.map((to) => ({
    family,
    priority: lanPriority,
    to,
    table: mainTable,
    suppressPrefixLength: 0,
  }));
}
