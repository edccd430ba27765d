import { type Clock, err, ok, type Result } from '@comet/foundation';
import { type Database, isUniqueViolation } from '../../platform/database/database.ts';
import type { Refusal } from '../../platform/http/requests/route.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  type ConfirmationRefusal,
  confirmationRefusal,
  expireEmailLinks,
  followEmailLink,
  readEmailLink,
} from '../email-links/index.ts';
import {
  confirmAddress,
  countSignInMethods,
  endSessions,
  type Passwords,
  storeDevice,
} from '../users/index.ts';
import { choosePassword } from './change-password.ts';
import { passwordChangedEmail } from './emails.ts';
import { type AccountPasswords, passwordsOf, replacePassword } from './passwords.store.ts';

export interface ConfirmResetDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly passwords: Passwords;
  readonly dashboardUrl: string;
}

/** Returns whether the link of a reset mail is valid now. Consumes nothing. */
export async function checkReset(
  deps: Pick<ConfirmResetDeps, 'db' | 'clock'>,
  token: string,
): Promise<Result<undefined, ConfirmationRefusal>> {
  const link = await readEmailLink(deps.db, { token, purpose: 'password_reset', now: deps.clock.now() });
  return link.ok ? ok(undefined) : err(confirmationRefusal(link.error));
}

/**
 * Stores the new password and ends every session. The link proves ownership of the mailbox, so an address that no other account has
 * confirmed is confirmed too. No session is created, so the second factor is still required; the browser counts as a known device.
 */
export async function confirmReset(
  deps: ConfirmResetDeps,
  given: {
    readonly token: string;
    readonly password: string;
    readonly client: CallingClient;
    readonly deviceId: string | null;
  },
): Promise<Result<undefined, ConfirmationRefusal | Refusal<'validation_failed'>>> {
  const followed = { token: given.token, purpose: 'password_reset', now: deps.clock.now() } as const;
  const link = await readEmailLink(deps.db, followed);
  if (!link.ok) return err(confirmationRefusal(link.error));
  const account = await passwordsOf(deps.db, link.value.userId);
  const chosen = await choosePassword(deps.passwords, account, given.password);
  if (!chosen.ok) return chosen;

  const next = { hash: chosen.value, client: given.client, deviceId: given.deviceId };
  try {
    return await spend(deps, followed, account, next);
  } catch (error) {
    // Another account confirmed the same address concurrently: the second attempt sees that.
    if (!isUniqueViolation(error, 'users_verified_email')) throw error;
    return spend(deps, followed, account, next);
  }
}

function spend(
  deps: ConfirmResetDeps,
  followed: Parameters<typeof followEmailLink>[1],
  account: AccountPasswords,
  next: { readonly hash: string; readonly client: CallingClient; readonly deviceId: string | null },
): Promise<Result<undefined, ConfirmationRefusal>> {
  const { now } = followed;
  const { userId, email } = account;
  return deps.db.transaction().execute(async (trx) => {
    // A password change in the meantime invalidates the link, so `account` is still current after this.
    const link = await followEmailLink(trx, followed);
    if (!link.ok) return err(confirmationRefusal(link.error));
    await replacePassword(trx, account, { hash: next.hash, now });
    await confirmAddress(trx, { userId, email, now });
    await endSessions(trx, userId);
    // The owner of the mailbox can sign in from this device, regardless of failed attempts elsewhere.
    if (next.deviceId !== null) await storeDevice(trx, { userId, deviceId: next.deviceId, now });
    await expireEmailLinks(trx, { userId, now });
    const message = passwordChangedEmail({
      how: 'reset',
      hasOtherSignInMethods: (await countSignInMethods(trx, userId)) > 1,
      client: next.client,
      at: now,
      dashboardUrl: deps.dashboardUrl,
    });
    await deps.outbox.post(trx, email, message);
    return ok(undefined);
  });
}
