import type { PassDeps } from '../users/index.ts';
import { type SocialDeps, notifyOwner } from './sign-in-with-identity.ts';
import { insertFreeIdentity } from './identities.store.ts';
import { consumeConfirmedIdentities } from './pending.store.ts';

/**
 * Connects the identity that a sign-in has agreed to, after its second factor. An identity that was connected to another account meanwhile
 * stays there: the sign-in still succeeds, and the settings show what is connected.
 */
export function connectConfirmedIdentities(
  deps: Pick<SocialDeps, 'outbox' | 'dashboardUrl'>,
): PassDeps['afterSecondFactor'] {
  return async (trx, { userId, sessionId, client, now }) => {
    for (const agreed of await consumeConfirmedIdentities(trx, sessionId)) {
      const identity = { ...agreed, userId, now };
      if (await insertFreeIdentity(trx, identity)) await notifyOwner(deps, trx, identity, client);
    }
  };
}
