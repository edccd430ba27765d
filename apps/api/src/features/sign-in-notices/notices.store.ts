import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { executePrepared } from '../../platform/database/prepared.ts';
import type { HeldSignIns } from '../../platform/database/schema.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';

/** Mails about single sign-ins to one account, within `windowMs`. */
const maxMails = 5;
const windowMs = 3600_000;

export interface Notice {
  /** Held sign-ins of an ended hour without a summary. */
  readonly due: readonly HeldSignIns[];
  /** Null for a sign-in that is held for the summary. */
  readonly mail: { readonly isLast: boolean; readonly endsAt: Date } | null;
}

/** Counts an email about a sign-in, or holds the sign-in for the summary. Locks the account's count until the end of the transaction. */
export async function countNotice(
  trx: DatabaseTransaction,
  signedIn: { readonly userId: string; readonly client: CallingClient; readonly now: Date },
): Promise<Notice> {
  const { userId, client, now } = signedIn;
  const begun = { endsAt: new Date(now.getTime() + windowMs), mails: 0, held: JSON.stringify([]) };
  // An update without a change, to lock the row: concurrent sign-ins are counted one after the other.
  const known = await trx
    .insertInto('signInNotices')
    .values({ userId, ...begun })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId }))
    .returning(['endsAt', 'mails', 'held'])
    .executeTakeFirstOrThrow();
  const isOver = known.endsAt <= now;
  const { endsAt, mails } = isOver ? begun : known;
  const due = isOver ? known.held : [];
  const row = trx.updateTable('signInNotices').where('userId', '=', userId);
  if (mails >= maxMails) {
    await row.set({ held: JSON.stringify(addTo(known.held, client, now)) }).execute();
    return { due, mail: null };
  }
  await row.set({ endsAt, mails: mails + 1, ...(isOver && { held: begun.held }) }).execute();
  return { due, mail: { isLast: mails + 1 === maxMails, endsAt } };
}

/** Ends an account's notice period early and returns the held sign-ins. */
export async function consumeHeldSignIns(
  trx: DatabaseTransaction,
  userId: string,
): Promise<readonly HeldSignIns[]> {
  const notices = trx.deleteFrom('signInNotices').where('userId', '=', userId).returning('held');
  const [ended] = await executePrepared(trx, 'consume-sign-in-notices', notices);
  return ended?.held ?? [];
}

/** One entry per client program, of which there are few kinds: the list stays short with any number of sign-ins. */
function addTo(held: readonly HeldSignIns[], client: CallingClient, now: Date): readonly HeldSignIns[] {
  const isSame = (one: HeldSignIns) =>
    one.client.name === client.name && one.client.platform === client.platform;
  const count = (held.find(isSame)?.count ?? 0) + 1;
  return [...held.filter((one) => !isSame(one)), { client, count, lastAt: now.toISOString() }];
}

/** Ends up to `limit` notice periods that are over, and returns the held sign-ins of each, with the address of the account. */
export async function endNotices(
  trx: DatabaseTransaction,
  now: Date,
  limit: number,
): Promise<readonly { readonly email: string; readonly held: readonly HeldSignIns[] }[]> {
  return trx
    .with('due', (due) =>
      due
        .selectFrom('signInNotices')
        .innerJoin('users', 'users.id', 'signInNotices.userId')
        .select(['userId', 'email'])
        .where('endsAt', '<=', now)
        .orderBy('endsAt')
        .limit(limit)
        .forUpdate('signInNotices')
        .skipLocked(),
    )
    .deleteFrom('signInNotices')
    .using('due')
    .whereRef('signInNotices.userId', '=', 'due.userId')
    .returning(['due.email', 'held'])
    .execute();
}
