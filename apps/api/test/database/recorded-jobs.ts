import type { Jobs, JobQueue } from '../../src/platform/jobs/jobs.ts';
import type { Sealer } from '../../src/platform/keys/seal.ts';
import type { Email } from '../../src/platform/mail/email.ts';
import type { InThread } from '../../src/platform/mail/outbox.ts';

interface WaitingMail {
  readonly to: string;
  readonly email: Email;
  readonly thread?: InThread;
}

interface RecordedJob {
  readonly name: string;
  readonly data: object;
}

/** A queue that records jobs, without transactions, which another test covers with the real queue. */
export interface RecordedJobs extends JobQueue, Pick<Jobs, 'work'> {
  readonly recorded: readonly RecordedJob[];
  emailsTo(email: string): readonly Email[];
  mailsTo(email: string): readonly WaitingMail[];
  /** The token in the latest link that was mailed to an address. */
  tokenMailedTo(email: string): string;
  /** Runs the pending jobs that have a worker, and those that they enqueue. */
  runPending(): Promise<void>;
}

export function recordJobs(sealer: Sealer): RecordedJobs {
  const recorded: RecordedJob[] = [];
  const workers = new Map<string, (data: object) => Promise<void>>();
  let done = 0;
  const mailsTo = (email: string) =>
    recorded
      .filter((job) => job.name === 'mail.send')
      .map((job) => sealer.open((job.data as { sealed: string }).sealed) as WaitingMail)
      .filter(({ to }) => to === email);
  const emailsTo = (email: string) => mailsTo(email).map(({ email }) => email);
  return {
    recorded,
    emailsTo,
    mailsTo,
    tokenMailedTo(email) {
      const urls = emailsTo(email).map((email) => email.action?.url ?? '');
      const link = urls.findLast((url) => url.includes('token='));
      if (link === undefined) throw new Error(`no link was mailed to ${email}`);
      return new URL(link).searchParams.get('token') ?? '';
    },
    work(kind, handle) {
      workers.set(kind.name, handle as (data: object) => Promise<void>);
      return Promise.resolve();
    },
    async runPending() {
      for (let job = recorded[done]; job !== undefined; job = recorded[done]) {
        done += 1;
        await workers.get(job.name)?.(job.data);
      }
    },
    enqueue(_trx, kind, data) {
      recorded.push({ name: kind.name, data });
      return Promise.resolve();
    },
  };
}
