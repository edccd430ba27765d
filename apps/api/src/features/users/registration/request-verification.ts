import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import type { Attempts } from '../../../platform/http/authentication/attempts.ts';
import type { Refusal } from '../../../platform/http/requests/route.ts';
import { type JobQueue, type Jobs, jobKind } from '../../../platform/jobs/jobs.ts';
import type { Sealer } from '../../../platform/keys/seal.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import { countUnverifiedMail } from '../../../platform/mail/unverified-mail.ts';
import { signInCandidates } from '../sessions/sign-in-candidates.store.ts';
import { countVerificationMail, queueVerificationEmail } from './verification.ts';

/** A queued request, sealed. */
interface QueuedVerification {
  readonly email: string;
}

const sendVerification = jobKind<{ sealed: string }>('users.send-verification', {
  retries: 10,
  firstPause: 2,
});

export interface RequestVerificationDeps {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly sealer: Sealer;
  readonly attempts: Attempts;
}

/**
 * Queues a request for another verification mail. The account is looked up later, so that neither the response nor its time discloses
 * whether it exists. The mailbox's limit counts mails that are sent, so that requests for an address prevent no mail to it.
 */
export async function requestVerification(
  deps: RequestVerificationDeps,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<Result<undefined, Refusal<'too_many_requests'>>> {
  const reservation = await countUnverifiedMail(deps.attempts, address);
  if (!reservation.ok) return err({ code: 'too_many_requests', retryAfter: reservation.error });
  const queued: QueuedVerification = { email };
  const sealed = deps.sealer.seal(queued);
  await deps.db.transaction().execute((trx) => deps.jobs.enqueue(trx, sendVerification, { sealed }));
  return ok(undefined);
}

/** Mails a link for the newest unverified account of the address; none where there is no such account, or the mailbox's limit is reached. */
export async function sendVerifications(
  jobs: Pick<Jobs, 'work'>,
  sealer: Sealer,
  deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly attempts: Pick<Attempts, 'begin'>;
    readonly outbox: Outbox;
    readonly dashboardUrl: string;
  },
): Promise<void> {
  await jobs.work(sendVerification, async ({ sealed }) => {
    const { email } = sealer.open(sealed) as QueuedVerification;
    await deps.db.transaction().execute(async (trx) => {
      const { unverified } = await signInCandidates(trx, email);
      if (unverified === null || !(await countVerificationMail(deps, email)).ok) return;
      await queueVerificationEmail(deps, trx, { id: unverified.id, email });
    });
  });
}
