import { createHash } from 'node:crypto';
import type { ProxyHost } from '@comet/contract';
import type { Database } from '../../platform/database/database.ts';
import { type LiveExitLocation, liveExitLocations } from '../exits/index.ts';
import { isOnline } from '../gateways/index.ts';

/**
 * Returns the proxies in service in a stable order per account, so that existing configurations keep working. Proxies with exits come
 * before those without.
 */
export async function proxyHosts(db: Database, userId: string, now: Date): Promise<readonly ProxyHost[]> {
  const known = await db
    .selectFrom('gateways')
    .select(['id', 'ipv4', 'proxyHttpPort', 'proxySocksPort', 'lastHeardAt'])
    .where('retiredAt', 'is', null)
    .where('drainingSince', 'is', null)
    .where('proxyHttpPort', 'is not', null)
    .execute();
  const locations = Map.groupBy(await liveExitLocations(db, now), ({ gatewayId }) => gatewayId);
  return known
    .filter(({ lastHeardAt }) => isOnline(lastHeardAt, now))
    .toSorted((one, other) => rank(userId, one.id) - rank(userId, other.id))
    .toSorted((one, other) => Number(locations.has(other.id)) - Number(locations.has(one.id)))
    .flatMap(({ id, ipv4: host, proxyHttpPort: httpPort, proxySocksPort: socksPort }) =>
      httpPort === null || socksPort === null
        ? []
        : [{ host, httpPort, socksPort, countries: countriesOf(locations.get(id) ?? []) }],
    );
}

function countriesOf(locations: readonly LiveExitLocation[]): ProxyHost['countries'] {
  return [...Map.groupBy(locations, ({ country }) => country)]
    .map(([country, all]) => ({
      country,
      cities: [...new Set(all.flatMap(({ city }) => (city === null ? [] : [city])))].toSorted(),
    }))
    .toSorted((one, other) => (one.country < other.country ? -1 : 1));
}

/** Rendezvous hashing (highest random weight; Thaler and Ravishankar, 1998): removing a gateway moves only its own accounts. */
function rank(userId: string, gatewayId: string): number {
  return createHash('sha256').update(`${userId} ${gatewayId}`).digest().readUIntBE(0, 6);
}
