import type { DatabaseTransaction } from '../database/database.ts';
import { jobKind, type Jobs, type JobQueue } from '../jobs/jobs.ts';
import type { Sealer } from '../keys/seal.ts';
import { type Letter, renderLetter } from './letter.ts';
import type { Mailer } from './mailer.ts';

/** Letters that leave after the caller's transaction is committed, and only then. */
export interface Outbox {
  post(trx: DatabaseTransaction, to: string, letter: Letter): Promise<void>;
}

const sendMail = jobKind<{ sealed: string }>('mail.send', { retries: 14, firstPause: 2 });

/** Letters hold links that sign in and confirm, so they wait sealed. */
export function createOutbox(queue: JobQueue, sealer: Sealer): Outbox {
  return {
    post: (trx, to, letter) => queue.enqueue(trx, sendMail, { sealed: sealer.seal({ to, letter }) }),
  };
}

export async function deliverOutbox(jobs: Jobs, sealer: Sealer, mailer: Mailer): Promise<void> {
  await jobs.work(sendMail, async ({ sealed }) => {
    const { to, letter } = sealer.open(sealed) as { to: string; letter: Letter };
    await mailer.send(to, await renderLetter(letter));
  });
}
