import type { ExitClaim } from '@comet/admission';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { isOnline } from '../gateways/index.ts';

/** How the address of a service is reached: the gateway and the exit claim. */
interface ServiceRoute {
  readonly gatewayId: string;
  readonly claim: Extract<ExitClaim, { kind: 'exit' | 'address' }>;
  /** Exit location; the country in upper case, the city by its name. */
  readonly location: { readonly code: string; readonly country: string; readonly city: string };
  /** The proxy endpoint of that gateway; null where it runs none. */
  readonly proxy: { readonly host: string; readonly httpPort: number; readonly socksPort: number } | null;
  readonly online: boolean;
}

/** Returns the route to the address of a service; null while it has no address, or no gateway serves it. */
export async function serviceRouteOf(
  db: Database | DatabaseTransaction,
  serviceId: string,
  now: Date,
): Promise<ServiceRoute | null> {
  const found = await db
    .selectFrom('dedicatedIps')
    .leftJoin('exits', 'exits.id', 'dedicatedIps.exitId')
    .innerJoin('gateways', (join) =>
      join.on((on) => on('gateways.id', '=', on.fn.coalesce('dedicatedIps.gatewayId', 'exits.gatewayId'))),
    )
    .innerJoin('locations', 'locations.code', 'gateways.locationCode')
    .select(['dedicatedIps.address', 'gateways.id as gatewayId', 'gateways.ipv4', 'gateways.lastHeardAt'])
    .select(['proxyHttpPort', 'proxySocksPort', 'locations.code', 'locations.country', 'locations.city'])
    .select(['exits.id as exitId', 'exits.country as exitCountry', 'exits.city as exitCity', 'cityName'])
    .select(['exits.stoppedAt', 'exits.drainingUntil', 'exits.withdrawnAt', 'exits.state', 'exits.stateAt'])
    .where('dedicatedIps.serviceId', '=', serviceId)
    .where('gateways.retiredAt', 'is', null)
    .executeTakeFirst();
  if (found === undefined || found.stoppedAt !== null || found.withdrawnAt !== null) return null;
  const { gatewayId, ipv4, proxyHttpPort, proxySocksPort, exitId, exitCountry, exitCity } = found;
  const proxy =
    proxyHttpPort === null || proxySocksPort === null
      ? null
      : { host: ipv4, httpPort: proxyHttpPort, socksPort: proxySocksPort };
  const isGatewayOnline = isOnline(found.lastHeardAt, now);
  if (exitId === null || exitCountry === null || exitCity === null) {
    const { code, country, city, address } = found;
    const claim = { kind: 'address', address } as const;
    return { gatewayId, claim, proxy, location: { code, country, city }, online: isGatewayOnline };
  }
  const location = {
    code: `${exitCountry.toLowerCase()}-${exitCity}`,
    country: exitCountry,
    city: found.cityName ?? exitCity,
  };
  const online =
    isGatewayOnline && found.drainingUntil === null && found.state === 'live' && isOnline(found.stateAt, now);
  return { gatewayId, claim: { kind: 'exit', exit: exitId }, proxy, location, online };
}
