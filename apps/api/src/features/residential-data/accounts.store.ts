import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { balanceOf, type DataOwner } from './balance.ts';

export type DataAccount = Selectable<Schema['dataAccounts']>;

/**
 * Locks the data settings of these accounts until the transaction ends: reservations, reports and purchases wait. Accounts are locked
 * before data, and in a fixed order, which prevents deadlocks, also with the deletion of an account.
 */
export async function lockDataAccounts(
  trx: DatabaseTransaction,
  owners: readonly DataOwner[],
): Promise<readonly DataAccount[]> {
  if (owners.length === 0) return [];
  const users = sql.val(owners.map(({ userId }) => userId));
  const products = sql.val(owners.map(({ product }) => product));
  await sql`
    select id from users where id = any (${users}::uuid[]) order by id for key share`.execute(trx);
  await sql`
    insert into data_accounts (user_id, product)
    select wanted.id, wanted.product from unnest(${users}::uuid[], ${products}::text[]) as wanted (id, product)
    join users on users.id = wanted.id order by 1, 2
    on conflict do nothing`.execute(trx);
  const held = await sql<DataAccount>`
    select account.* from data_accounts account
    where (user_id, product) in (select * from unnest(${users}::uuid[], ${products}::text[]))
    order by user_id, product for no key update`.execute(trx);
  return held.rows;
}

/** The same for one account; null where it is deleted. */
export async function lockDataAccount(
  trx: DatabaseTransaction,
  owner: DataOwner,
): Promise<DataAccount | null> {
  const [account = null] = await lockDataAccounts(trx, [owner]);
  return account;
}

/** Reads an account without a lock; null where it is deleted. */
export async function readDataAccount(
  db: Database | DatabaseTransaction,
  { userId, product }: DataOwner,
): Promise<DataAccount | null> {
  const account = await db
    .selectFrom('dataAccounts')
    .selectAll()
    .where('userId', '=', userId)
    .where('product', '=', product)
    .executeTakeFirst();
  return account ?? null;
}

/** Updates the given columns of one owner's data account for one product; does nothing if there is no such account. */
export async function changeDataAccount(
  trx: DatabaseTransaction,
  { userId, product }: DataOwner,
  change: Partial<Omit<DataAccount, 'userId' | 'product'>>,
): Promise<void> {
  await trx
    .updateTable('dataAccounts')
    .set(change)
    .where('userId', '=', userId)
    .where('product', '=', product)
    .execute();
}

/** Records a change of the total amount of data: usage percentages are relative to it from now on. */
export async function recordRefill(trx: DatabaseTransaction, owner: DataOwner): Promise<void> {
  if ((await lockDataAccount(trx, owner)) === null) return;
  const { availableBytes } = await balanceOf(trx, owner);
  // An account whose data was fully refunded gets no notice that nothing is left.
  const noticedPercent = availableBytes > 0 ? 0 : 100;
  await changeDataAccount(trx, owner, { fullBytes: availableBytes, noticedPercent });
}
