import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { gatewaysWithExits } from '../exits/index.ts';
import { isOnline } from '../gateways/index.ts';

/** Where a proxy listens. */
export interface ProxyEndpoint {
  readonly host: string;
  readonly httpPort: number;
  readonly socksPort: number;
}

/**
 * The proxy that an account is told of: of those in service always the same, so that what is set up goes on working. One with exits comes
 * before one that has none now.
 */
export async function endpointFor(db: Database, userId: string, now: Date): Promise<ProxyEndpoint | null> {
  const known = await db
    .selectFrom('gateways')
    .select(['id', 'ipv4', 'proxyHttpPort', 'proxySocksPort', 'lastHeardAt'])
    .where('retiredAt', 'is', null)
    .where('proxyHttpPort', 'is not', null)
    .execute();
  const live = known.filter(({ lastHeardAt }) => isOnline(lastHeardAt, now));
  const leading = await gatewaysWithExits(db, now);
  const useful = live.filter(({ id }) => leading.has(id));
  const [first] = (useful.length === 0 ? live : useful).toSorted(
    (one, other) => rank(userId, one.id) - rank(userId, other.id),
  );
  if (first === undefined) return null;
  const { ipv4: host, proxyHttpPort: httpPort, proxySocksPort: socksPort } = first;
  return httpPort === null || socksPort === null ? null : { host, httpPort, socksPort };
}

/** Highest random weight (Thaler and Ravishankar, 1998): a gateway that goes moves its own accounts only. */
function rank(userId: string, gatewayId: string): number {
  return createHash('sha256').update(`${userId} ${gatewayId}`).digest().readUIntBE(0, 6);
}
