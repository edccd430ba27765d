import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { DedicatedIpType } from '../../platform/database/schema.ts';

export interface Kind {
  readonly type: DedicatedIpType;
  /** ISO 3166-1 alpha-2 in lower case. */
  readonly country: string;
}

/** How long a released address is reserved for its previous owner. */
const restMs = 30 * 24 * 3600 * 1000;

/** A request for an address; `serviceId` names a service that may have had one before. */
type AddressRequest = Kind & { readonly userId: string; readonly serviceId: string | null };

/**
 * Selects and locks an address for a customer: the previous one of the service, else another that is reserved for them, else a free one.
 * Rows locked by other transactions are skipped, so that none waits and no address is sold twice. Null where there is none.
 */
async function selectAddress(
  trx: DatabaseTransaction,
  { type, country, userId, serviceId }: AddressRequest,
): Promise<string | null> {
  const addresses = trx
    .selectFrom('dedicatedIps')
    .select('id')
    .where('type', '=', type)
    .where('country', '=', country)
    .limit(1)
    .forUpdate()
    .skipLocked();
  const own = await addresses
    .where('state', '=', 'resting')
    .where(
      'lastServiceId',
      'in',
      trx.selectFrom('services').select('services.id').where('userId', '=', userId),
    )
    .orderBy(sql`coalesce(last_service_id = ${serviceId}::uuid, false)`, 'desc')
    .orderBy('restsUntil', 'desc')
    .orderBy('addedAt')
    .orderBy('id')
    .executeTakeFirst();
  // A statement of its own: no index serves both conditions.
  const selected =
    own ?? (await addresses.where('state', '=', 'free').orderBy('addedAt').orderBy('id').executeTakeFirst());
  return selected?.id ?? null;
}

/** Reserves an address for an unpaid order. Returns false when none is left. */
export async function reserveAddress(
  trx: DatabaseTransaction,
  order: Kind & { readonly orderId: string; readonly userId: string },
): Promise<boolean> {
  const id = await selectAddress(trx, { ...order, serviceId: null });
  if (id === null) return false;
  await trx.updateTable('dedicatedIps').set({ orderId: order.orderId }).where('id', '=', id).execute();
  return true;
}

/** Releases the address that an unpaid order has reserved; the reservation for its previous owner continues. */
export async function releaseAddress(trx: DatabaseTransaction, orderId: string): Promise<void> {
  await trx.updateTable('dedicatedIps').set({ orderId: null }).where('orderId', '=', orderId).execute();
}

const heldBy = (serviceId: string) => ({ serviceId, orderId: null, restsUntil: null, lastServiceId: null });

/** Assigns the address that a service's order reserved, else any that its owner may get. Returns false when there is none. */
export async function assignAddress(
  trx: DatabaseTransaction,
  service: Kind & { readonly id: string; readonly orderId: string; readonly userId: string },
): Promise<boolean> {
  const holding = heldBy(service.id);
  const own = await trx
    .updateTable('dedicatedIps')
    .set(holding)
    .where('orderId', '=', service.orderId)
    .returning('id')
    .executeTakeFirst();
  if (own !== undefined) return true;
  const other = await selectAddress(trx, { ...service, serviceId: service.id });
  if (other === null) return false;
  await trx.updateTable('dedicatedIps').set(holding).where('id', '=', other).execute();
  return true;
}

/** Finds and locks another address for a service that has one; null where there is none. */
export function findReplacement(
  trx: DatabaseTransaction,
  service: Kind & { readonly userId: string },
): Promise<string | null> {
  return selectAddress(trx, { ...service, serviceId: null });
}

/** Assigns an address that the caller has locked to a service without one. */
export async function assignLockedAddress(
  trx: DatabaseTransaction,
  { id, serviceId }: { readonly id: string; readonly serviceId: string },
): Promise<void> {
  await trx.updateTable('dedicatedIps').set(heldBy(serviceId)).where('id', '=', id).execute();
}

/**
 * Removes the address of a service and reserves it for a month, so that no other customer gets it. `isBad`: its last owner does not get it
 * again either. Returns the address, or null where there was none.
 */
export async function quarantineAddress(
  trx: DatabaseTransaction,
  serviceId: string,
  { now, isBad = false }: { readonly now: Date; readonly isBad?: boolean },
): Promise<string | null> {
  const rested = await trx
    .updateTable('dedicatedIps')
    .set({
      serviceId: null,
      lastServiceId: isBad ? null : serviceId,
      restsUntil: new Date(now.getTime() + restMs),
    })
    .where('serviceId', '=', serviceId)
    .returning('address')
    .executeTakeFirst();
  return rested?.address ?? null;
}

/** Returns whether a service's previous address still rests, so that the service can get it back. */
export async function isStillReserved(
  trx: DatabaseTransaction,
  serviceId: string,
  now: Date,
): Promise<boolean> {
  const kept = await trx
    .selectFrom('dedicatedIps')
    .select('id')
    .where('lastServiceId', '=', serviceId)
    .where('state', '=', 'resting')
    .where('restsUntil', '>', now)
    .executeTakeFirst();
  return kept !== undefined;
}

/** Releases all addresses of a customer before the account is deleted; they return to the stock after the rest period. */
export async function quarantineAddressesOf(
  trx: DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('dedicatedIps')
    .set({ serviceId: null, restsUntil: new Date(now.getTime() + restMs) })
    .where('serviceId', 'in', trx.selectFrom('services').select('services.id').where('userId', '=', userId))
    .execute();
}

/**
 * Returns addresses to the stock whose rest period is over, except those with an unpaid extension order. Returns true where there were
 * some.
 */
export async function releaseQuarantinedAddresses(db: Database, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dedicatedIps')
    .set({ restsUntil: null, lastServiceId: null })
    .where('state', '=', 'resting')
    .where('restsUntil', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('orders.id')
            .where('orders.kind', '=', 'dedicated_ip_extension')
            .where('orders.state', '=', 'processing')
            .where(sql<boolean>`orders.item ->> 'serviceId' = dedicated_ips.last_service_id::text`),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
