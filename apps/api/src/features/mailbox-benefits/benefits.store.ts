import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { HashMailbox } from '../../platform/keys/keyed-hashes.ts';
import { addMonths } from '../plans/index.ts';

/** A benefit that a mailbox gets once: a free trial or a refund. */
type Benefit = 'trial' | 'refund';

interface BenefitQuery {
  readonly kind: Benefit;
  readonly mailboxHash: Buffer;
  readonly userId: string;
  readonly now: Date;
}

/** Number of months for which a mailbox is stored. */
const keptMonths = 12;
const forgottenBefore = (now: Date) => addMonths(now, -keptMonths);

/** Returns the keyed hash of the normalised email address of an account. Throws if the account does not exist. */
export async function mailboxHashOf(
  db: Database | DatabaseTransaction,
  userId: string,
  hashMailbox: HashMailbox,
): Promise<Buffer> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return hashMailbox(email);
}

/**
 * Returns whether this mailbox had a benefit, or holds it for an open order of another of its accounts. A refund also counts for the
 * account, whatever its current address; a benefit held for the account's own open order does not count.
 */
export async function isBenefitUsed(
  db: Database | DatabaseTransaction,
  { kind, mailboxHash, userId, now }: BenefitQuery,
  exceptOrder: string | null = null,
): Promise<boolean> {
  const used = await db
    .selectFrom('mailboxBenefits')
    .select('kind')
    .where('kind', '=', kind)
    .where((where) => where.or([where('mailboxHash', '=', mailboxHash), where('userId', '=', userId)]))
    .where('isReleased', '=', false)
    .where('claimedAt', '>', forgottenBefore(now))
    .where((where) =>
      where.or([
        where('confirmedAt', 'is not', null),
        where.and([where('orderId', 'is not', null), where('userId', 'is distinct from', userId)]),
      ]),
    )
    .$if(exceptOrder !== null, (query) => query.where('orderId', 'is distinct from', exceptOrder))
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Claims a benefit for an order; false if another order has it. The primary key decides, so only one of two concurrent claims for one
 * mailbox succeeds. With `isGiven`, it counts as given at once.
 */
export async function claimBenefit(
  trx: DatabaseTransaction,
  { kind, mailboxHash, userId, now }: BenefitQuery,
  { orderId, isGiven = false }: { readonly orderId: string; readonly isGiven?: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    insert into mailbox_benefits as held (mailbox_hash, kind, user_id, order_id, claimed_at, confirmed_at)
    values (${mailboxHash}, ${kind}, ${userId}, ${orderId}, ${now}, ${isGiven ? now : null})
    on conflict (mailbox_hash, kind) do update set
      user_id = excluded.user_id,
      order_id = excluded.order_id,
      claimed_at = excluded.claimed_at,
      confirmed_at = excluded.confirmed_at,
      answered_at = null,
      is_released = false
    where held.is_released
      or held.claimed_at <= ${forgottenBefore(now)}
      or held.order_id = excluded.order_id
      or (held.confirmed_at is null and (held.order_id is null or held.user_id = excluded.user_id))
    returning kind`.execute(trx);
  return rows.length > 0;
}

/** Records that a held benefit was given. */
export async function confirmBenefit(
  trx: DatabaseTransaction,
  { kind, orderId, now }: { readonly kind: Benefit; readonly orderId: string; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('mailboxBenefits')
    .set({ confirmedAt: now, isReleased: false })
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .where('confirmedAt', 'is', null)
    .execute();
}

/** Releases a benefit that an order held and did not use. The row stays until it expires: the payment may still arrive. */
export async function releaseBenefit(
  trx: DatabaseTransaction,
  { kind, orderId }: { readonly kind: Benefit; readonly orderId: string },
): Promise<void> {
  await trx
    .updateTable('mailboxBenefits')
    .set({ isReleased: true, confirmedAt: null })
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .execute();
}

/** Removes rows after 12 months, and unconfirmed rows whose order was deleted. */
export async function deleteBenefits(db: Database, now: Date): Promise<void> {
  const rows = { key: ['mailboxHash', 'kind'], orderBy: 'claimedAt' } as const;
  const due = [
    sql<boolean>`claimed_at <= ${forgottenBefore(now)}`,
    sql<boolean>`confirmed_at is null and order_id is null`,
  ];
  for (const each of due) await deleteInBatches(db, 'mailboxBenefits', { ...rows, due: each });
}
