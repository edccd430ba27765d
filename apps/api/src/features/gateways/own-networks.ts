import type { OwnNetwork } from '@comet/contract';
import { isCidr, isIpv4, isIpv6 } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';

/** One of our own machines by name or address; `open` is the port of a public page, null if there is none. */
interface OwnHost {
  readonly host: string;
  readonly open: number | null;
}

/** Returns the hosts of a control plane by its configured addresses. A database behind a file-system socket has no host and is left out. */
export function ownHostsOf(settings: {
  readonly databaseUrl: string;
  readonly pages: readonly string[];
}): readonly OwnHost[] {
  const database = URL.canParse(settings.databaseUrl) ? new URL(settings.databaseUrl).hostname : '';
  const pages = settings.pages.map((page) => {
    const { hostname, port, protocol } = new URL(page);
    return { host: plain(hostname), open: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
  });
  return [{ host: plain(database), open: null }, ...pages].filter(({ host }) => host !== '');
}

/** Removes the brackets of an IPv6 address in a URL. */
function plain(host: string): string {
  return host.replaceAll(/^\[|\]$/g, '');
}

/**
 * Returns every machine of ours once: all gateways, including customers' dedicated addresses, the control plane, and hosts and networks
 * that the operator configures.
 */
export async function ownNetworks(
  db: Database,
  parts: {
    readonly hosts: readonly OwnHost[];
    readonly networks: readonly string[];
    lookUp(host: string): Promise<readonly string[]>;
  },
): Promise<OwnNetwork[]> {
  const gateways = await db
    .selectFrom('gateways')
    .select(['ipv4', 'ipv6'])
    .where('retiredAt', 'is', null)
    .execute();
  // Each of them leads to the gateway.
  const dedicated = await db
    .selectFrom('dedicatedIps')
    .select('address')
    .where('gatewayId', 'is not', null)
    .orderBy('address')
    .execute();
  const open = new Map<string, Set<number>>();
  const add = (network: string, port: number | null) => {
    const ports = open.get(network) ?? new Set();
    open.set(network, port === null ? ports : ports.add(port));
  };
  for (const { ipv4, ipv6 } of gateways)
    for (const address of [ipv4, ipv6]) if (address !== null) add(networkOf(address), null);
  for (const { address } of dedicated) add(networkOf(address), null);
  for (const network of parts.networks) if (isCidr(network)) add(network, null);
  const found = await Promise.all(
    parts.hosts.map(async ({ host, open: port }) =>
      (await parts.lookUp(host)).map((address) => ({ address, port })),
    ),
  );
  for (const { address, port } of found.flat())
    if (isIpv4(address) || isIpv6(address)) add(networkOf(address), port);
  return [...open].map(([network, ports]) => ({ network, open: [...ports].toSorted((a, b) => a - b) }));
}

function networkOf(address: string): string {
  return `${address}/${address.includes(':') ? 128 : 32}`;
}
