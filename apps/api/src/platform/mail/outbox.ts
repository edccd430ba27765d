import type { DatabaseTransaction } from '../database/database.ts';
import { jobKind, type Jobs, type JobQueue } from '../jobs/jobs.ts';
import type { Sealer } from '../keys/seal.ts';
import { type Letter, renderLetter } from './letter.ts';
import type { AttachedFile, Mailer, MailThread } from './mailer.ts';

/** How a letter stands in a conversation, and which files go with it. */
export interface InThread extends MailThread {
  /** Ids by which the files are found when the letter leaves. */
  readonly fileIds: readonly string[];
}

/** Letters that leave after the caller's transaction is committed, and only then. */
export interface Outbox {
  post(trx: DatabaseTransaction, to: string, letter: Letter, thread?: InThread): Promise<void>;
}

/** Finds files by their ids; those that are gone meanwhile are left out. */
export type FindFiles = (ids: readonly string[]) => Promise<readonly AttachedFile[]>;

interface Waiting {
  readonly to: string;
  readonly letter: Letter;
  readonly thread?: InThread;
}

/** Higher is earlier; ordinary mail is 0. */
const priorities = { security: 20, confirmation: 10 } as const;

/** A mail server that is slow with other mail must not hold back security mail, which has connections of its own. */
const sendMail = jobKind<{ sealed: string }>('mail.send', {
  retries: 14,
  firstPause: 2,
  concurrency: 16,
  reserved: { from: priorities.security, concurrency: 4 },
});

/** Letters hold links that sign in and confirm, so they wait sealed. */
export function createOutbox(queue: JobQueue, sealer: Sealer): Outbox {
  return {
    post(trx, to, letter, thread) {
      const waiting: Waiting = { to, letter, ...(thread === undefined ? {} : { thread }) };
      const options = letter.priority === undefined ? {} : { priority: priorities[letter.priority] };
      return queue.enqueue(trx, sendMail, { sealed: sealer.seal(waiting) }, options);
    },
  };
}

export async function deliverOutbox(
  jobs: Pick<Jobs, 'work'>,
  sealer: Sealer,
  mailer: Mailer,
  findFiles: FindFiles,
): Promise<void> {
  await jobs.work(sendMail, async ({ sealed }) => {
    const { to, letter, thread } = sealer.open(sealed) as Waiting;
    const rendered = await renderLetter(letter);
    if (thread === undefined) return mailer.send(to, rendered);
    const files = thread.fileIds.length === 0 ? [] : await findFiles(thread.fileIds);
    return mailer.send(to, rendered, { ...thread, files });
  });
}
