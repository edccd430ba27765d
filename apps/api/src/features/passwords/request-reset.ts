import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Attempts } from '../../platform/http/authentication/attempts.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import type { Refusal } from '../../platform/http/requests/route.ts';
import { type JobQueue, type Jobs, jobKind } from '../../platform/jobs/jobs.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  mayResetUnverified,
  type ReserveNetworks,
  reserveNetworksOf,
  countResetMail,
} from '../../platform/mail/unverified-mail.ts';
import { makeEmailLink } from '../email-links/index.ts';
import { accountToReset } from '../users/index.ts';
import { resetPasswordEmail } from './emails.ts';

/** Limit of requests for one address, from all sources together. Counted the same whether or not the address has an account. */
const perAddress = { calls: 5, seconds: 3600 };
const lifetimeMs = 3600 * 1000;

/** A queued request, sealed. */
interface WaitingReset {
  readonly email: string;
  readonly networks: ReserveNetworks;
}

const sendReset = jobKind<{ sealed: string }>('passwords.answer-reset', { retries: 10, firstPause: 2 });

/** Queues a reset request. The account is looked up later, so that the response time does not disclose whether it exists. */
export async function requestReset(
  deps: {
    readonly db: Database;
    readonly jobs: JobQueue;
    readonly sealer: Sealer;
    readonly limiter: RateLimiter;
    readonly attempts: Pick<Attempts, 'begin'>;
  },
  { email, address }: { readonly email: string; readonly address: string },
): Promise<Result<undefined, Refusal<'too_many_requests'>>> {
  const ofSource = await countResetMail(deps.attempts, address);
  if (!ofSource.ok) return err({ code: 'too_many_requests', retryAfter: ofSource.error });
  const retryAfter = await deps.limiter.take(`password-reset ${email}`, perAddress);
  if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
  const waiting: WaitingReset = { email, networks: reserveNetworksOf(address) };
  const sealed = deps.sealer.seal(waiting);
  await deps.db.transaction().execute((trx) => deps.jobs.enqueue(trx, sendReset, { sealed }));
  return ok(undefined);
}

interface SendResetsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly attempts: Pick<Attempts, 'begin'>;
  readonly dashboardUrl: string;
}

/** Mails a link to the owner of the address: the account that confirmed it, else the newest with that address. */
export async function sendResetEmails(
  jobs: Pick<Jobs, 'work'>,
  sealer: Sealer,
  deps: SendResetsDeps,
): Promise<void> {
  await jobs.work(sendReset, async ({ sealed }) => {
    const { email, networks } = sealer.open(sealed) as WaitingReset;
    await deps.db.transaction().execute(async (trx) => {
      const account = await accountToReset(trx, email);
      if (account === null) return;
      if (!account.isVerified && !(await mayResetUnverified(deps.attempts, { email, networks }))) return;
      const userId = account.id;
      const now = deps.clock.now();
      const token = await makeEmailLink(trx, { userId, purpose: 'password_reset', lifetimeMs, now });
      const url = `${deps.dashboardUrl}/reset-password/confirm?token=${token}`;
      await deps.outbox.post(trx, email, resetPasswordEmail(url));
    });
  });
}
