import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { jobKind, type Jobs, type JobQueue } from '../jobs/jobs.ts';
import type { Sealer } from '../keys/seal.ts';
import { type Email, renderEmail } from './email.ts';
import type { AttachedFile, Mailer, MailThread } from './mailer.ts';

/** The threading headers of a mail, and its attachments. */
export interface InThread extends MailThread {
  /** Ids of the files to attach when the mail is sent. */
  readonly fileIds: readonly string[];
}

/** Queues mails in the caller's transaction: they are sent only if it commits. */
export interface Outbox {
  post(trx: DatabaseTransaction, to: string, email: Email, thread?: InThread): Promise<void>;
}

/** Finds files by their ids; files deleted meanwhile are left out. */
type FindFiles = (ids: readonly string[]) => Promise<readonly AttachedFile[]>;

interface Waiting {
  readonly to: string;
  readonly email: Email;
  readonly thread?: InThread;
}

/** Higher is sent earlier; ordinary mail is 0. */
const priorities = { security: 20, confirmation: 10 } as const;

/** Security mail has reserved connections, so that a mail server that is slow with other mail does not delay it. */
const concurrency = { ofAll: 16, ofSecurity: 4 };

/** The number of mails that are sent at once. */
export const mailConnections = concurrency.ofAll + concurrency.ofSecurity;

const sendMail = jobKind<{ sealed: string }>('mail.send', {
  retries: 14,
  firstPause: 2,
  concurrency: concurrency.ofAll,
  reserved: { from: priorities.security, concurrency: concurrency.ofSecurity },
});

/** Mails contain sign-in and confirmation links, so they are queued encrypted. */
export function createOutbox(queue: JobQueue, sealer: Sealer): Outbox {
  return {
    post(trx, to, email, thread) {
      const waiting: Waiting = { to, email, ...(thread === undefined ? {} : { thread }) };
      const options = email.priority === undefined ? {} : { priority: priorities[email.priority] };
      return queue.enqueue(trx, sendMail, { sealed: sealer.seal(waiting) }, options);
    },
  };
}

/** Registers the worker that decrypts, renders and sends queued emails. `findFiles` loads the attachments of a support ticket's message. */
export async function deliverOutbox(
  jobs: Pick<Jobs, 'work'>,
  sealer: Sealer,
  mailer: Mailer,
  findFiles: FindFiles,
): Promise<void> {
  await jobs.work(sendMail, async ({ sealed }) => {
    const { to, email, thread } = sealer.open(sealed) as Waiting;
    const rendered = await renderEmail(email);
    if (thread === undefined) return mailer.send(to, rendered);
    const files = thread.fileIds.length === 0 ? [] : await findFiles(thread.fileIds);
    return mailer.send(to, rendered, { ...thread, files });
  });
}

/** A fact about which an account receives one email: `receipt` of the transaction `txn_1`. */
interface EmailFact {
  readonly userId: string;
  readonly kind: string;
  readonly fact: string;
}

/**
 * Queues an email unless one about the same fact was queued before; returns whether it did. The database decides, so that duplicates, races
 * and replicas end up with one. A deleted account receives none.
 */
export async function queueEmailOnce(
  deps: { readonly outbox: Outbox },
  trx: DatabaseTransaction,
  about: EmailFact & { readonly now: Date },
  email: Email,
): Promise<boolean> {
  const { now, ...fact } = about;
  const reader = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', about.userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (reader === undefined) return false;
  const posted = await trx
    .insertInto('postedEmails')
    .values({ ...fact, postedAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'kind', 'fact']).doNothing())
    .returning('kind')
    .executeTakeFirst();
  if (posted === undefined) return false;
  await deps.outbox.post(trx, reader.email, email);
  return true;
}

/** A reminder is due for at most 11 days, a receipt for 14: nothing sends one twice afterwards. */
const keptMs = 90 * 24 * 3600 * 1000;

/** Deletes the records of receipts and reminders after 90 days. Those of other emails stay with the account. Returns their number. */
export function deleteOldEmailFacts(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'postedEmails', {
    key: ['userId', 'kind', 'fact'],
    orderBy: 'postedAt',
    due: sql`(kind = 'receipt' or kind like 'reminder %') and posted_at < ${new Date(now.getTime() - keptMs)}`,
  });
}
