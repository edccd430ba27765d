import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { DedicatedIpType } from '../../platform/database/schema.ts';

export interface Kind {
  readonly type: DedicatedIpType;
  /** ISO 3166-1 alpha-2 in lower case. */
  readonly country: string;
}

/** Where an address can be had right now, by type. */
export async function stock(db: Database): Promise<readonly Kind[]> {
  return db
    .selectFrom('dedicatedIps')
    .select(['type', 'country'])
    .distinct()
    .where('state', '=', 'free')
    .orderBy('type')
    .orderBy('country')
    .execute();
}

/** Whether a customer can have an address: a free one, or the one that is reserved for an order of theirs. */
export async function isInStock(
  db: Database | DatabaseTransaction,
  wish: Kind & { readonly userId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('dedicatedIps')
    .leftJoin('orders', 'orders.id', 'dedicatedIps.orderId')
    .select('dedicatedIps.id')
    .where('type', '=', wish.type)
    .where('country', '=', wish.country)
    .where((where) =>
      where.or([
        where('dedicatedIps.state', '=', 'free'),
        where.and([where('dedicatedIps.state', '=', 'reserved'), where('orders.userId', '=', wish.userId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A free address, locked; one that somebody else is taking just now is passed over, so that nobody waits and none is sold twice. */
function freeOne(trx: DatabaseTransaction, { type, country }: Kind) {
  return trx
    .selectFrom('dedicatedIps')
    .select('id')
    .where('type', '=', type)
    .where('country', '=', country)
    .where('state', '=', 'free')
    .orderBy('addedAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked();
}

/** Reserves a free address for an order that is being paid. False when none is left. */
export async function reserveAddress(
  trx: DatabaseTransaction,
  order: Kind & { readonly orderId: string },
): Promise<boolean> {
  const reserved = await trx
    .updateTable('dedicatedIps')
    .set({ orderId: order.orderId })
    .where('id', 'in', freeOne(trx, order))
    .returning('id')
    .executeTakeFirst();
  return reserved !== undefined;
}

/** Gives back what an unpaid order has reserved. */
export async function releaseAddress(trx: DatabaseTransaction, orderId: string): Promise<void> {
  await trx.updateTable('dedicatedIps').set({ orderId: null }).where('orderId', '=', orderId).execute();
}

/** Gives a service the address that its order reserved, else any free one. False when there is none. */
export async function assignAddress(
  trx: DatabaseTransaction,
  service: Kind & { readonly id: string; readonly orderId: string },
): Promise<boolean> {
  const holding = { serviceId: service.id, orderId: null };
  const own = await trx
    .updateTable('dedicatedIps')
    .set(holding)
    .where('orderId', '=', service.orderId)
    .returning('id')
    .executeTakeFirst();
  if (own !== undefined) return true;
  const other = await trx
    .updateTable('dedicatedIps')
    .set(holding)
    .where('id', 'in', freeOne(trx, service))
    .returning('id')
    .executeTakeFirst();
  return other !== undefined;
}

/** Puts the address of a service back into stock. */
export async function freeAddress(trx: DatabaseTransaction, serviceId: string): Promise<void> {
  await trx.updateTable('dedicatedIps').set({ serviceId: null }).where('serviceId', '=', serviceId).execute();
}
