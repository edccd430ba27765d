import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { isOnline } from './gateways.store.ts';

interface ServingGateway {
  readonly id: string;
  readonly locationCode: string;
  readonly lastHeardAt: Date | null;
}

/**
 * Returns whether a gateway in service serves its location alone: it reports, and no other one there reports without draining. In a
 * transaction with `lock`, concurrent drains at the location wait for each other, so that two of them cannot both count on the other gateway.
 */
export async function isSoleGateway(
  db: Database | DatabaseTransaction,
  { id, locationCode, lastHeardAt }: ServingGateway,
  now: Date,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<boolean> {
  const there = await db
    .selectFrom('gateways')
    .select(['id', 'lastHeardAt', 'drainingSince'])
    .where('locationCode', '=', locationCode)
    .where('retiredAt', 'is', null)
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
    .execute();
  const others = there.filter((one) => one.id !== id && one.drainingSince === null);
  return isOnline(lastHeardAt, now) && !others.some((one) => isOnline(one.lastHeardAt, now));
}
