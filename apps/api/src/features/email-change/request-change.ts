import { err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction, Database } from '../../platform/database/database.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import type { Refusal } from '../../platform/http/requests/route.ts';
import { mailboxOf } from '../../platform/mail/mailbox.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { countUnverifiedMail } from '../../platform/mail/unverified-mail.ts';
import { expireEmailLinks, makeEmailLink, latestEmailLink } from '../email-links/index.ts';
import {
  type ReauthenticationRequest,
  isAddressTaken,
  lockActiveAccount,
  type Proof,
  reauthenticate,
  type ReauthenticationDeps,
  type ReauthenticationRefusal,
  isSessionValid,
} from '../users/index.ts';
import type { PendingChange } from './confirm-change.ts';
import { addressChangeRequestedEmail, addressInUseEmail, confirmNewAddressEmail } from './emails.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';

/** Emails to one new mailbox, from all accounts and for all spellings of its address. */
const perMailbox = { calls: 5, seconds: 3600 };
const lifetimeMs = 24 * 3600 * 1000;

export interface RequestChangeDeps extends ReauthenticationDeps {
  readonly outbox: Outbox;
  readonly limiter: RateLimiter;
  readonly dashboardUrl: string;
}

const unchanged: Refusal<'validation_failed'> = {
  code: 'validation_failed',
  rules: [{ rule: 'email.unchanged', message: 'This is your email address already' }],
};

/**
 * Sends a link to the new address and a notice to the current one. If the new address belongs to another account, its mailbox gets a notice
 * instead; the caller cannot detect the difference, since both cases do the same work. An earlier request of the account expires.
 */
export async function requestEmailChange(
  deps: RequestChangeDeps,
  request: ReauthenticationRequest,
  given: { readonly email: string; readonly proof: Proof; readonly address: string },
): Promise<
  Result<undefined, ReauthenticationRefusal | 'conflict' | Refusal<'validation_failed' | 'too_many_requests'>>
> {
  const { caller, deviceId, client } = request;
  const proved = await reauthenticate(deps, request, given.proof);
  if (!proved.ok) return proved;
  if (given.email === caller.email) return err(unchanged);
  const counted = await countMail(deps, given);
  if (!counted.ok) return counted;

  const { id: userId, tokenId } = caller;
  const now = deps.clock.now();
  const details: PendingChange = { email: given.email, asker: { tokenId, deviceId } };
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockActiveAccount(trx, userId);
    if (account === null || !(await isSessionValid(trx, tokenId))) return err('conflict');
    await mailLink(deps, trx, { userId, details, now });
    // An unconfirmed mailbox may be a stranger's.
    if (account.verifiedAt !== null) {
      const notice = { client, at: now, dashboardUrl: deps.dashboardUrl };
      await deps.outbox.post(trx, account.email, addressChangeRequestedEmail(notice));
    }
    return ok(undefined);
  });
}

/** Counts an email to `email` requested from the IP address `address`. */
async function countMail(
  deps: Pick<RequestChangeDeps, 'attempts' | 'limiter'>,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<Result<undefined, Refusal<'too_many_requests'>>> {
  const reservation = await countUnverifiedMail(deps.attempts, address);
  if (!reservation.ok) return err({ code: 'too_many_requests', retryAfter: reservation.error });
  const retryAfter = await deps.limiter.take(`email-change ${mailboxOf(email)}`, perMailbox);
  if (retryAfter === null) return ok(undefined);
  await reservation.value.release();
  return err({ code: 'too_many_requests', retryAfter });
}

/** Emails a new link; earlier ones become invalid. The caller's transaction holds the lock on the account's row. */
async function mailLink(
  deps: Pick<RequestChangeDeps, 'outbox' | 'dashboardUrl'>,
  trx: DatabaseTransaction,
  change: { readonly userId: string; readonly details: PendingChange; readonly now: Date },
): Promise<void> {
  const { userId, details, now } = change;
  const { email } = details;
  await expireEmailLinks(trx, { userId, purposes: ['email_change'], now });
  const token = await makeEmailLink(trx, { userId, purpose: 'email_change', details, lifetimeMs, now });
  const taken = await isAddressTaken(trx, email, userId);
  const message = taken
    ? addressInUseEmail(`${deps.dashboardUrl}/login/`)
    : confirmNewAddressEmail(`${deps.dashboardUrl}/email/change/confirm?token=${token}`);
  await deps.outbox.post(trx, email, message);
}

/** Returns the change whose link is still valid; null if there is none. */
export async function pendingChangeOf(
  db: Database | DatabaseTransaction,
  request: { readonly userId: string; readonly now: Date },
): Promise<{ readonly details: PendingChange; readonly expiresAt: Date } | null> {
  const link = await latestEmailLink(db, { ...request, purpose: 'email_change' });
  return link && { details: link.details as PendingChange, expiresAt: link.expiresAt };
}

/**
 * Emails the link again; a password or passkey authorised the new address before. The requesting session remains the one that survives the
 * change: another session must not survive by sending the link again.
 */
export async function resendChange(
  deps: RequestChangeDeps,
  { id: userId, tokenId }: Pick<SignedInUser, 'id' | 'tokenId'>,
  address: string,
): Promise<Result<undefined, 'not_found' | 'conflict' | Refusal<'too_many_requests'>>> {
  const now = deps.clock.now();
  const pending = await pendingChangeOf(deps.db, { userId, now });
  if (pending === null) return err('not_found');
  const counted = await countMail(deps, { email: pending.details.email, address });
  if (!counted.ok) return counted;
  return deps.db.transaction().execute(async (trx) => {
    if ((await lockActiveAccount(trx, userId)) === null || !(await isSessionValid(trx, tokenId)))
      return err('conflict');
    // Read again under the lock: it may have been cancelled, confirmed or replaced meanwhile.
    const present = await pendingChangeOf(trx, { userId, now });
    if (present?.details.email !== pending.details.email) return err('not_found');
    await mailLink(deps, trx, { userId, details: present.details, now });
    return ok(undefined);
  });
}

/** Invalidates the link of a pending change. `not_found` only if the account does not exist or is deleted. */
export function cancelChange(
  { db, clock }: Pick<RequestChangeDeps, 'db' | 'clock'>,
  userId: string,
): Promise<Result<undefined, 'not_found'>> {
  return db.transaction().execute(async (trx) => {
    if ((await lockActiveAccount(trx, userId)) === null) return err('not_found');
    await expireEmailLinks(trx, { userId, purposes: ['email_change'], now: clock.now() });
    return ok(undefined);
  });
}
