import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import {
  countSignInMethods,
  lockActiveAccount,
  reauthenticate,
  type ReauthenticationDeps,
} from '../users/index.ts';
import type { SocialDeps } from './sign-in-with-identity.ts';
import { deleteIdentity, identitiesOf } from './identities.store.ts';
import { identityRemovedEmail } from './emails.ts';

export const listIdentitiesRoute = ({ db }: Pick<SocialDeps, 'db'>) =>
  route(api.listIdentities, async ({ caller }) => {
    const rows = await identitiesOf(db, caller.id);
    const identities = rows.map(({ createdAt, lastUsedAt, ...identity }) => ({
      ...identity,
      connectedAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }));
    return ok({ identities });
  });

/** The sign-in methods are counted under the lock of the account's row, so that two concurrent removals do not both count the other. */
export const removeIdentityRoute = (deps: SocialDeps & ReauthenticationDeps) =>
  route(api.removeIdentity, async ({ params, body, caller, deviceId, client }) => {
    const proved = await reauthenticate(deps, { caller, deviceId, client }, body);
    if (!proved.ok) return proved;
    return deps.db.transaction().execute(async (trx) => {
      await lockActiveAccount(trx, caller.id);
      const own = (await identitiesOf(trx, caller.id)).find(({ id }) => id === params.id);
      if (own === undefined) return err('not_found');
      if ((await countSignInMethods(trx, caller.id)) <= 1) return err('last_way_in');
      await deleteIdentity(trx, own.id);
      const settingsUrl = `${deps.dashboardUrl}/dash/settings/`;
      const occasion = { provider: own.provider, email: own.email, client, at: deps.clock.now() };
      await deps.outbox.post(trx, caller.email, identityRemovedEmail({ ...occasion, settingsUrl }));
      return ok(undefined);
    });
  });
