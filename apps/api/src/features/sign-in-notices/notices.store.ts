import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { HeldSignIns } from '../../platform/database/schema.ts';
import type { CallingClient } from '../../platform/http/user-agent.ts';

/** Mails about single sign-ins to one account, within `windowMs`. */
const mostMails = 5;
const windowMs = 3600_000;

/** Counts a mail about a sign-in, or holds the sign-in for the summary. */
export async function takeNotice(
  trx: DatabaseTransaction,
  signedIn: { readonly userId: string; readonly client: CallingClient; readonly now: Date },
): Promise<'held' | { readonly isLast: boolean; readonly endsAt: Date }> {
  const { userId, client, now } = signedIn;
  const known = await trx
    .selectFrom('signInNotices')
    .selectAll()
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  // What is held and due waits for its summary, within a minute.
  const isOver = known === undefined || (known.endsAt <= now && known.held.length === 0);
  if (!isOver && known.mails >= mostMails) {
    const held = JSON.stringify(addTo(known.held, client, now));
    await trx.updateTable('signInNotices').set({ held }).where('userId', '=', userId).execute();
    return 'held';
  }
  const mails = isOver ? 1 : known.mails + 1;
  const endsAt = isOver ? new Date(now.getTime() + windowMs) : known.endsAt;
  await trx
    .insertInto('signInNotices')
    .values({ userId, endsAt, mails, held: JSON.stringify([]) })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ endsAt, mails }))
    .execute();
  return { isLast: mails === mostMails, endsAt };
}

/** One entry for each program, of which few are told apart: the list stays short, whatever signs in. */
function addTo(held: readonly HeldSignIns[], client: CallingClient, now: Date): readonly HeldSignIns[] {
  const isSame = (one: HeldSignIns) =>
    one.client.name === client.name && one.client.platform === client.platform;
  const count = (held.find(isSame)?.count ?? 0) + 1;
  return [...held.filter((one) => !isSame(one)), { client, count, lastAt: now.toISOString() }];
}

/** Removes the counts that are over; returns what was held for accounts that are still there. */
export async function endNotices(
  trx: DatabaseTransaction,
  now: Date,
): Promise<readonly { readonly email: string; readonly held: readonly HeldSignIns[] }[]> {
  const ended = await trx
    .deleteFrom('signInNotices')
    .where('endsAt', '<=', now)
    .returning(['userId', 'held'])
    .execute();
  const due = ended.filter(({ held }) => held.length > 0);
  if (due.length === 0) return [];
  const readers = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where(
      'id',
      'in',
      due.map(({ userId }) => userId),
    )
    .where('deletedAt', 'is', null)
    .execute();
  return readers.flatMap(({ id, email }) =>
    due.filter(({ userId }) => userId === id).map(({ held }) => ({ email, held })),
  );
}
