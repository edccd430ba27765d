import type { PassDeps } from '../users/index.ts';
import { type SocialDeps, tellOwner } from './enter.ts';
import { insertFreeIdentity } from './identities.store.ts';
import { takeAgreed } from './pending.store.ts';

/**
 * Connects what a sign-in has agreed to, now that its second factor was given. An identity that has come to another account meanwhile
 * stays there: the person is in all the same, and the settings show what is connected.
 */
export function connectAgreed(
  deps: Pick<SocialDeps, 'outbox' | 'dashboardUrl'>,
): PassDeps['afterSecondFactor'] {
  return async (trx, { userId, sessionId, client, now }) => {
    for (const agreed of await takeAgreed(trx, sessionId)) {
      const identity = { ...agreed, userId, now };
      if (await insertFreeIdentity(trx, identity)) await tellOwner(deps, trx, identity, client);
    }
  };
}
