import { maxPortBlocks } from '@comet/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Word among a location's features that permits port forwarding. */
export const portForwardingFeature = 'port_forwarding';

/** Milliseconds for which gateways receive a block: as long as the pseudonym of its holder lasts. */
const blockTime = 7 * 24 * 3600 * 1000;

/** Returns the switch of a gateway's location, and the blocks of its ports. */
export async function portForwardingOf(
  db: Database,
  gatewayId: string,
  now: Date,
): Promise<{ readonly enabled: boolean; readonly blocks: { id: string; address: string; port: number }[] }> {
  const location = await db
    .selectFrom('gateways')
    .innerJoin('locations', 'locations.code', 'gateways.locationCode')
    .select('locations.features')
    .where('gateways.id', '=', gatewayId)
    .executeTakeFirst();
  const blocks = await db
    .selectFrom('gatewayPortBlocks')
    .select(['id', 'port', sql<string>`host(address)`.as('address')])
    .where('gatewayId', '=', gatewayId)
    .where('createdAt', '>', new Date(now.getTime() - blockTime))
    .orderBy('createdAt', 'desc')
    .limit(maxPortBlocks)
    .execute();
  return { enabled: location?.features.includes(portForwardingFeature) ?? false, blocks };
}

/** Adds a block, and deletes those that no gateway receives any more. */
export async function addPortBlock(
  db: Database,
  block: { readonly gatewayId: string; readonly address: string; readonly port: number },
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('gatewayPortBlocks')
    .where('createdAt', '<=', new Date(now.getTime() - blockTime))
    .execute();
  await db
    .insertInto('gatewayPortBlocks')
    .values({ ...block, createdAt: now })
    .execute();
}
