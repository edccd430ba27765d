import type { OwnNetwork } from '@comet/contract';
import { isCidr, isIpv4, isIpv6 } from '@comet/foundation';
import { sql } from 'kysely';
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

/** Where the list is read from. */
interface OwnNetworksParts {
  readonly hosts: readonly OwnHost[];
  readonly networks: readonly string[];
  lookUp(host: string): Promise<readonly string[]>;
}

/**
 * Returns our machines, each once, at most `limit` of them: on the first page, the control plane with the hosts and networks that the
 * operator configures; then all gateways, including customers' dedicated addresses, by address. `next` is the last address of a full page.
 */
export async function ownNetworks(
  db: Database,
  parts: OwnNetworksParts,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<{ readonly networks: OwnNetwork[]; readonly next?: string }> {
  const configured = await configuredNetworks(parts);
  const first = after === null ? [...configured].slice(0, limit - 1) : [];
  const size = limit - first.length;
  const addresses = await addressesAfter(db, after, size);
  const rest = addresses
    .map(({ address, isDedicated }) => ({ network: networkOf(address), isDedicated }))
    .filter(({ network }) => !configured.has(network));
  const last = addresses.length === size ? addresses.at(-1)?.address : undefined;
  return {
    networks: [
      ...first.map(([network, ports]) => ({ network, open: [...ports].toSorted((a, b) => a - b) })),
      ...rest.map(({ network, isDedicated }) => ({
        ...{ network, open: [] },
        ...(isDedicated ? { dedicated: true } : {}),
      })),
    ],
    ...(last === undefined ? {} : { next: last }),
  };
}

/** The open ports of each configured network and each address of a host. */
async function configuredNetworks(
  parts: OwnNetworksParts,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const open = new Map<string, Set<number>>();
  const add = (network: string, port: number | null) => {
    const ports = open.get(network) ?? new Set();
    open.set(network, port === null ? ports : ports.add(port));
  };
  for (const network of parts.networks) if (isCidr(network)) add(network, null);
  const found = await Promise.all(
    parts.hosts.map(async ({ host, open: port }) =>
      (await parts.lookUp(host)).map((address) => ({ address, port })),
    ),
  );
  for (const { address, port } of found.flat())
    if (isIpv4(address) || isIpv6(address)) add(networkOf(address), port);
  return open;
}

/** Addresses of gateways, with the dedicated ones that lead to them, in PostgreSQL's order of addresses. */
async function addressesAfter(
  db: Database,
  after: string | null,
  limit: number,
): Promise<readonly { readonly address: string; readonly isDedicated: boolean }[]> {
  const isAfter = (column: string) => (after === null ? sql`true` : sql`${sql.raw(column)} > ${after}::inet`);
  const { rows } = await sql<{ address: string; isDedicated: boolean }>`
    with dedicated as materialized (
      select address from dedicated_ips where gateway_id is not null and ${isAfter('address')}
      order by address limit ${limit})
    select host(address) as address, bool_and(dedicated) as is_dedicated from (
      select address, true as dedicated from dedicated
      union all select ipv4::inet, false from gateways where retired_at is null and ${isAfter('ipv4::inet')}
      union all select ipv6::inet, false from gateways where retired_at is null and ${isAfter('ipv6::inet')} and ipv6 is not null
    ) as own group by own.address order by own.address limit ${limit}`.execute(db);
  return rows;
}

function networkOf(address: string): string {
  return `${address}/${address.includes(':') ? 128 : 32}`;
}
