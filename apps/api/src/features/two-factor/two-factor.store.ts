import { sql } from 'kysely';
import { batchSize } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { type ExaminedRow, examineOnce } from '../../platform/database/job-positions.store.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly enabledAt: Date | null;
}

/**
 * Locks the account until the transaction ends: exclusively for a change of its factors, so that sign-ins wait, or shared for use only.
 * Null for a deleted account.
 */
export async function lockAccount(
  trx: DatabaseTransaction,
  userId: string,
  purpose: 'change' | 'use',
): Promise<Account | null> {
  const query = trx
    .selectFrom('users')
    .select(['id', 'email', 'twoFactorEnabledAt as enabledAt'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null);
  const found = await (purpose === 'change' ? query.forNoKeyUpdate() : query.forShare()).executeTakeFirst();
  return found ?? null;
}

/** Returns the account's set-up, finished or not, locked until the transaction ends: concurrent codes are processed one after the other. */
export async function lockSetUp(trx: DatabaseTransaction, userId: string) {
  const found = await trx
    .selectFrom('twoFactor')
    .select(['setupId', 'sealedSecret', 'lastUsedStep', 'codeCheckedAt'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** Inserts a set-up and replaces an earlier one. */
export async function insertSetUp(
  trx: DatabaseTransaction,
  setUp: { readonly userId: string; readonly sealedSecret: string; readonly now: Date },
): Promise<void> {
  await removeSetUp(trx, setUp.userId);
  await trx
    .insertInto('twoFactor')
    .values({
      userId: setUp.userId,
      sealedSecret: setUp.sealedSecret,
      lastUsedStep: 0,
      codeCheckedAt: null,
      createdAt: setUp.now,
    })
    .execute();
}

/** Stores the time step of the last accepted code, so that it is not accepted again (RFC 6238 §5.2). */
export async function updateSetUp(
  trx: DatabaseTransaction,
  userId: string,
  change: { readonly lastUsedStep: number; readonly codeCheckedAt?: Date },
): Promise<void> {
  await trx.updateTable('twoFactor').set(change).where('userId', '=', userId).execute();
}

/** Its recovery codes are deleted, too. */
export async function removeSetUp(trx: DatabaseTransaction, userId: string): Promise<void> {
  await trx.deleteFrom('twoFactor').where('userId', '=', userId).execute();
}

/** Stores since when two-factor is on; null turns it off. */
export async function setEnabledAt(
  trx: DatabaseTransaction,
  userId: string,
  enabledAt: Date | null,
): Promise<void> {
  await trx.updateTable('users').set({ twoFactorEnabledAt: enabledAt }).where('id', '=', userId).execute();
}

/** Replaces all recovery codes, used ones included, by the given hashes. */
export async function replaceRecoveryCodes(
  trx: DatabaseTransaction,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await trx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash, usedAt: null })))
    .execute();
}

/** Consumes an unused code; returns true for only one of several concurrent attempts. */
export async function spendRecoveryCode(
  trx: DatabaseTransaction,
  spent: { readonly userId: string; readonly codeHash: Buffer; readonly now: Date },
): Promise<boolean> {
  const taken = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: spent.now })
    .where('userId', '=', spent.userId)
    .where('codeHash', '=', spent.codeHash)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Returns the number of unused recovery codes. */
export async function countRecoveryCodes(
  db: Database | DatabaseTransaction,
  userId: string,
): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Returns the progress of a set-up: null before its first correct code. */
export async function findProgress(
  db: Database,
  userId: string,
): Promise<{ readonly enabledAt: Date | null } | null> {
  const found = await db
    .selectFrom('twoFactor')
    .innerJoin('users', 'users.id', 'twoFactor.userId')
    .select('users.twoFactorEnabledAt as enabledAt')
    .where('twoFactor.userId', '=', userId)
    .where('twoFactor.codeCheckedAt', 'is not', null)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Deletes set-ups from before `before` that were never activated: each is examined once, so that the activated ones are not read in each
 * run. Returns their number.
 */
export function removeUnfinishedBefore(db: Database, before: Date): Promise<number> {
  return examineOnce(db, 'two-factor-set-ups', batchSize, async (trx, from) => {
    const { rows } = await sql<ExaminedRow>`
      with page as materialized (
        select user_id, created_at from two_factor where created_at > ${from}::timestamptz and created_at < ${before}
        order by created_at fetch first ${sql.lit(batchSize)} rows with ties),
      deleted as (
        delete from two_factor using page where two_factor.user_id = page.user_id
          and exists (select from users where id = page.user_id and two_factor_enabled_at is null)
        returning page.user_id)
      select page.created_at::text as position, deleted.user_id is not null as is_deleted
      from page left join deleted using (user_id) order by page.created_at`.execute(trx);
    return rows;
  });
}
