import { err, ok, type Result } from '@comet/foundation';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { countSignInMethods, lockActiveAccount } from '../users/index.ts';
import type { PasskeyDeps } from './add-passkey.ts';
import { passkeyRemovedEmail } from './emails.ts';
import { deletePasskey, passkeysOf } from './passkeys.store.ts';

/**
 * Removes a passkey and notifies the owner by email. The account lock serialises removals, so that two requests cannot remove the last
 * sign-in method.
 */
export async function removePasskey(
  deps: PasskeyDeps,
  given: { readonly user: SignedInUser; readonly client: CallingClient; readonly id: string },
): Promise<Result<undefined, 'not_found' | 'last_way_in'>> {
  const { user, client, id } = given;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockActiveAccount(trx, user.id);
    const passkey = (await passkeysOf(trx, user.id)).find((own) => own.id === id);
    if (account === null || passkey === undefined) return err('not_found');
    if ((await countSignInMethods(trx, user.id)) <= 1) return err('last_way_in');
    await deletePasskey(trx, id);
    const settingsUrl = `${deps.dashboardUrl}/dash/settings/`;
    const email = passkeyRemovedEmail({ name: passkey.name, client, at: now, settingsUrl });
    await deps.outbox.post(trx, account.email, email);
    return ok(undefined);
  });
}
