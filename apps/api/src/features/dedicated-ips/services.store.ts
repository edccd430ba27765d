import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type StoredService = Selectable<Schema['services']>;
export type ServiceWithAddress = StoredService & { readonly address: string | null };

/** Returns whether the service's time is running: `state` is outdated between the end and the job that ends it. */
export function isRunning(
  { state, activeUntil }: Pick<StoredService, 'state' | 'activeUntil'>,
  now: Date,
): boolean {
  return state === 'active' && activeUntil !== null && activeUntil > now;
}

const withAddress = (db: Database | DatabaseTransaction) =>
  db
    .selectFrom('services')
    .leftJoin('dedicatedIps', 'dedicatedIps.serviceId', 'services.id')
    .selectAll('services')
    .select('dedicatedIps.address');

/** A customer's services, newest first. */
export async function servicesOf(db: Database, userId: string): Promise<readonly ServiceWithAddress[]> {
  return withAddress(db).where('services.userId', '=', userId).orderBy('services.id', 'desc').execute();
}

/** Returns a service of this user with its dedicated IP; null if it does not exist or belongs to another user. */
export async function findService(
  db: Database | DatabaseTransaction,
  userId: string,
  id: string,
): Promise<ServiceWithAddress | null> {
  const found = await withAddress(db)
    .where('services.userId', '=', userId)
    .where('services.id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** Stores its owner's note about a service. */
export async function noteService(
  db: Database,
  { userId, id, note }: { readonly userId: string; readonly id: string; readonly note: string },
): Promise<void> {
  await db.updateTable('services').set({ note }).where('id', '=', id).where('userId', '=', userId).execute();
}

/**
 * Locks an account, as every change of its access does, so that an operator's stop runs before or after. Accounts are locked before
 * services.
 */
export async function lockOwner(trx: DatabaseTransaction, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Locks a service's row until the end of the transaction and returns it; null if it does not exist. */
export async function lockService(trx: DatabaseTransaction, id: string): Promise<StoredService | null> {
  const service = await trx
    .selectFrom('services')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return service ?? null;
}

/** Inserts the service of an order; null when it exists already. */
export async function insertService(
  trx: DatabaseTransaction,
  service: Pick<StoredService, 'userId' | 'orderId' | 'type' | 'country'> & { readonly now: Date },
): Promise<StoredService | null> {
  const { now, ...of } = service;
  const made = await trx
    .insertInto('services')
    .values({ ...of, state: 'provisioning', startedAt: null, activeUntil: null, createdAt: now })
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .returningAll()
    .executeTakeFirst();
  return made ?? null;
}

/** Records the period that an order bought. Returns false when it is recorded already. */
export async function addPeriod(
  trx: DatabaseTransaction,
  period: {
    readonly orderId: string;
    readonly serviceId: string;
    readonly months: number;
    readonly boughtAt: Date;
  },
): Promise<boolean> {
  const added = await trx
    .insertInto('servicePeriods')
    .values({ ...period, refundedAt: null })
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .returning('orderId')
    .executeTakeFirst();
  return added !== undefined;
}

/** Records an order's refund; returns its service, null when nothing changes. */
export async function refundPeriod(
  trx: DatabaseTransaction,
  orderId: string,
  at: Date,
): Promise<string | null> {
  const refunded = await trx
    .updateTable('servicePeriods')
    .set({ refundedAt: at })
    .where('orderId', '=', orderId)
    .where('refundedAt', 'is', null)
    .returning('serviceId')
    .executeTakeFirst();
  return refunded?.serviceId ?? null;
}

/** Reverses an order's refund; returns its service, null when nothing changes. */
export async function restorePeriod(trx: DatabaseTransaction, orderId: string): Promise<string | null> {
  const restored = await trx
    .updateTable('servicePeriods')
    .set({ refundedAt: null })
    .where('orderId', '=', orderId)
    .where('refundedAt', 'is not', null)
    .returning('serviceId')
    .executeTakeFirst();
  return restored?.serviceId ?? null;
}
