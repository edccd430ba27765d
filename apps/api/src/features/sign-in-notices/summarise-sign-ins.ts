import type { Clock } from '@comet/foundation';
import { repeatFullBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { heldSignInsEmail, newSignInEmail } from './emails.ts';
import { endNotices, consumeHeldSignIns, countNotice } from './notices.store.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import type { Email } from '../../platform/mail/email.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';

/** Emails queued in one transaction. */
const perBatch = 100;

/** Sends each owner one summary of the held sign-ins, when their hour is over. Returns the number of ended hours. */
export function summariseSignIns(
  deps: SignInNoticeDeps & { readonly db: Database; readonly clock: Clock },
): Promise<number> {
  const now = deps.clock.now();
  return repeatFullBatches(perBatch, () =>
    deps.db.transaction().execute(async (trx) => {
      const ended = await endNotices(trx, now, perBatch);
      for (const { email, held } of ended)
        if (held.length > 0) await deps.outbox.post(trx, email, heldSignInsEmail({ held, ...deps }));
      return ended.length;
    }),
  );
}

interface SignInNoticeDeps {
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/**
 * Notifies the owner of an account by email of a sign-in on a new device: up to five emails within an hour. The fifth states that further
 * sign-ins are held; one summary names them after the hour, sent by the minute task or by the first sign-in after that. `write`: the
 * single email, with the time of the summary in the fifth.
 */
export async function recordSignInNotice(
  deps: SignInNoticeDeps,
  trx: DatabaseTransaction,
  signedIn: {
    readonly userId: string;
    readonly email: string;
    readonly client: CallingClient;
    readonly now: Date;
  },
  write = (heldUntil: Date | null): Email =>
    newSignInEmail({ client: signedIn.client, at: signedIn.now, heldUntil, ...deps }),
): Promise<void> {
  const { email } = signedIn;
  const { due, mail } = await countNotice(trx, signedIn);
  if (due.length > 0) await deps.outbox.post(trx, email, heldSignInsEmail({ held: due, ...deps }));
  if (mail === null) return;
  await deps.outbox.post(trx, email, write(mail.isLast ? mail.endsAt : null));
}

/** Sends the held sign-ins to the address that an account is about to lose: earlier sign-ins are reported to the earlier address. */
export async function queueHeldSignIns(
  deps: SignInNoticeDeps,
  trx: DatabaseTransaction,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  const held = await consumeHeldSignIns(trx, userId);
  if (held.length > 0) await deps.outbox.post(trx, email, heldSignInsEmail({ held, ...deps }));
}
