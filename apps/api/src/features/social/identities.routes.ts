import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../platform/http/route.ts';
import { countWaysIn, lockLivingAccount } from '../users/index.ts';
import type { SocialDeps } from './enter.ts';
import { deleteIdentity, identitiesOf } from './identities.store.ts';
import { identityRemovedLetter } from './letters.ts';

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

/** The ways in are counted under the lock of the account's row, so that two that are removed at once do not both count the other. */
export const removeIdentityRoute = (deps: SocialDeps) =>
  route(api.removeIdentity, ({ params, caller }) =>
    deps.db.transaction().execute(async (trx) => {
      await lockLivingAccount(trx, caller.id);
      const own = await trx
        .selectFrom('identities')
        .select('id')
        .where('id', '=', params.id)
        .where('userId', '=', caller.id)
        .executeTakeFirst();
      if (own === undefined) return err('not_found');
      if ((await countWaysIn(trx, caller.id)) <= 1) return err('last_way_in');
      const provider = await deleteIdentity(trx, { id: params.id, userId: caller.id });
      if (provider === null) return err('not_found');
      const settingsUrl = `${deps.dashboardUrl}/dash/settings/`;
      await deps.outbox.post(trx, caller.email, identityRemovedLetter({ provider, settingsUrl }));
      return ok(undefined);
    }),
  );
