import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import type { Attempts } from '../../../platform/http/authentication/attempts.ts';
import type { Refusal } from '../../../platform/http/requests/route.ts';
import { type JobQueue, type Jobs, jobKind } from '../../../platform/jobs/jobs.ts';
import type { Sealer } from '../../../platform/keys/seal.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import { countUnverifiedMail } from '../../../platform/mail/unverified-mail.ts';
import { signInCandidates } from '../sessions/sign-in-candidates.store.ts';
import { countVerificationMail, postVerification } from './verification.ts';

/** A queued request, sealed. */
interface WaitingVerification {
  readonly email: string;
}

const answerVerification = jobKind<{ sealed: string }>('users.answer-verification', {
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
 * whether it exists. Counts like every verification mail, for every address.
 */
export async function requestVerification(
  deps: RequestVerificationDeps,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<Result<undefined, Refusal<'too_many_requests'>>> {
  const ofSource = await countUnverifiedMail(deps.attempts, address);
  if (!ofSource.ok) return err({ code: 'too_many_requests', retryAfter: ofSource.error });
  const mayWrite = await countVerificationMail(deps, email);
  if (!mayWrite.ok) {
    await ofSource.value.isNotSent();
    return err({ code: 'too_many_requests', retryAfter: mayWrite.error });
  }
  const waiting: WaitingVerification = { email };
  const sealed = deps.sealer.seal(waiting);
  await deps.db.transaction().execute((trx) => deps.jobs.enqueue(trx, answerVerification, { sealed }));
  return ok(undefined);
}

/** Mails a link for the newest unverified account of the address; none where there is no such account. */
export async function sendVerifications(
  jobs: Pick<Jobs, 'work'>,
  sealer: Sealer,
  deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly outbox: Outbox;
    readonly dashboardUrl: string;
  },
): Promise<void> {
  await jobs.work(answerVerification, async ({ sealed }) => {
    const { email } = sealer.open(sealed) as WaitingVerification;
    await deps.db.transaction().execute(async (trx) => {
      const { unverified } = await signInCandidates(trx, email);
      if (unverified !== null) await postVerification(deps, trx, { id: unverified.id, email });
    });
  });
}
