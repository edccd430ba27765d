import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import type { Log } from '@comet/foundation/log';
import { isAfter, type PagePosition, positionOf, processPages } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { announceGrants } from '../gateways/index.ts';
import { withdrawAllOf } from '../grants/index.ts';
import { quarantineAddressesOf } from '../dedicated-ips/index.ts';
import { deleteMessagesOf } from '../support-tickets/index.ts';
import { deletePayments } from '../payments/index.ts';
import { removalDueBefore } from './removal-dates.ts';

/** Separates locks on accounts from other locks of the database. */
const purgeLock = 0x7075_7267;

/**
 * Permanently removes accounts that were deleted at least five days ago, and returns their number. Each has its own transaction: the next
 * run continues an interrupted one, concurrent runs share the work, and an account that cannot be removed does not block others.
 */
export async function purgeDeletedAccounts(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Pick<Sealer, 'open'>;
}): Promise<number> {
  const now = deps.clock.now();
  const before = removalDueBefore(now);
  let removed = 0;
  const page = (after: PagePosition | null, limit: number) => dueAccounts(deps.db, before, { after, limit });
  await processPages(page, async ({ id }) => {
    try {
      if (await deps.db.transaction().execute((trx) => remove(trx, id, { before, now, sealer: deps.sealer })))
        removed += 1;
    } catch (error) {
      if (!(error instanceof NoLongerDue))
        deps.log.error({ err: error }, 'a deleted account could not be removed');
    }
  });
  return removed;
}

function dueAccounts(
  db: Database,
  before: Date,
  { after, limit }: { readonly after: PagePosition | null; readonly limit: number },
): Promise<readonly PagePosition[]> {
  return db
    .selectFrom('users')
    .select(['id', positionOf('deletedAt').as('position')])
    .where('deletedAt', '<=', before)
    .where(isAfter('deletedAt', 'id', after))
    .orderBy('deletedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Returns false if another run is removing the account. Throws, which rolls the transaction back, if the account was recovered meanwhile.
 */
async function remove(
  trx: DatabaseTransaction,
  userId: string,
  {
    before,
    now,
    sealer,
  }: { readonly before: Date; readonly now: Date; readonly sealer: Pick<Sealer, 'open'> },
): Promise<boolean> {
  const lock = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${userId}, ${purgeLock})) as mine`.execute(trx);
  if (lock.rows[0]?.mine !== true) return false;
  await deletePayments(trx, userId);
  await deleteMessagesOf(trx, userId);
  await quarantineAddressesOf(trx, userId, now);
  // The deletion withdrew them already; this makes sure of it before the rows that refer to them are removed.
  const { withdrawn, ended } = await withdrawAllOf(trx, sealer, { userId, now });
  const credential = (withdrawn === null ? [] : [withdrawn]).map(
    ({ grantId, key }) => ({ gatewayId: null, kind: 'revoke_account', grantId, accountKeys: [key] }) as const,
  );
  await announceGrants(trx, [...ended, ...credential], now);
  // Every table that refers to a user cascades.
  const { numDeletedRows } = await trx
    .deleteFrom('users')
    .where('id', '=', userId)
    .where('deletedAt', '<=', before)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new NoLongerDue();
  return true;
}

/** The account was recovered, or removed by another run, after it was found due. */
class NoLongerDue extends Error {}
