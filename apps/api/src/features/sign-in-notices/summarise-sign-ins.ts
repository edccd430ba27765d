import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { heldSignInsLetter } from './letters.ts';
import type { SignInNoticeDeps } from './notice-sign-in.ts';
import { endNotices } from './notices.store.ts';

/** Mails each owner one summary of the sign-ins that were held, when their hour is over. */
export async function summariseSignIns(
  deps: SignInNoticeDeps & { readonly db: Database; readonly clock: Clock },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    for (const { email, held } of await endNotices(trx, deps.clock.now()))
      await deps.outbox.post(trx, email, heldSignInsLetter({ held, ...deps }));
  });
}
