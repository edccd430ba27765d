import type { Sealer } from '../../platform/keys/seal.ts';
import { type CredentialDeps, type FillGateway, proxyRowOf } from '../grants/index.ts';
import { quotaAccountsAt } from '../residential-data/index.ts';
import { accessOf, product } from './grant-access.ts';
import { accountsWithUsers, usersOf } from './proxy-users.store.ts';

/** Grants all proxy users on a new gateway, in the order of their accounts, which it locks first. */
export function fillWithProxyUsers(
  deps: CredentialDeps & { readonly sealer: Pick<Sealer, 'open'> },
): FillGateway {
  return async (trx, gatewayId, after, limit) => {
    const accounts = await accountsWithUsers(trx, { after, limit }).forShare().execute();
    const rows = [];
    for (const { id: userId } of accounts) {
      for (const user of await usersOf(trx, userId)) {
        if (!user.enabled) continue;
        const quotaAccounts = await quotaAccountsAt(trx, { userId, product, proxyUserId: user.id }, [
          gatewayId,
        ]);
        const gateway = {
          gatewayId,
          purse: quotaAccounts.get(gatewayId) ?? null,
          route: { kind: 'pool' } as const,
        };
        // Without a quota account it would not be metered.
        if (gateway.purse !== null)
          rows.push(proxyRowOf(deps, accessOf(deps.sealer, user), gateway, deps.clock.now()));
      }
    }
    return { rows, last: accounts.at(-1)?.id ?? null };
  };
}
