import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import {
  areShared,
  type CredentialDeps,
  gatewaysWithOwn,
  type ProxyAccess,
  putProxyUser,
} from '../grants/index.ts';
import { quotaAccountsAt, quotaLeaseLimitsOf } from '../residential-data/index.ts';
import { changeUser, type ProxyUser } from './proxy-users.store.ts';

/** Maximum concurrent connections of a user, per gateway. */
export const connectionsOfUser = 500;

export const product = 'residential_proxy';

/**
 * Grants a user access on every gateway in service, by one row, and one for each gateway that does not support proxy users of all gateways; a
 * disabled user gets no grant. Call it last in the transaction.
 */
export async function grantProxyAccess(
  deps: CredentialDeps & { readonly sealer: Pick<Sealer, 'open'> },
  trx: DatabaseTransaction,
  user: ProxyUser,
): Promise<void> {
  const isShared = areShared(deps);
  const now = deps.clock.now();
  if (isShared && user.enabled && user.sharedAt === null) await changeUser(trx, user.id, { sharedAt: now });
  const gateways = user.enabled ? await gatewaysWithOwn(deps, trx) : [];
  const owner = { userId: user.userId, product, proxyUserId: user.id } as const;
  const quotaAccounts = await quotaAccountsAt(trx, owner, gateways);
  // A limit that was just lowered may be below the leases that gateways hold; every grant carries the lease limits, because the next grant
  // may arrive first.
  const sliceLimits = await quotaLeaseLimitsOf(trx, owner, now);
  const authorisations = [...quotaAccounts].map(([gatewayId, quotaAccount]) => ({
    gatewayId,
    purse: quotaAccount,
    route: { kind: 'pool' } as const,
    sliceLimits: sliceLimits.get(quotaAccount) ?? [],
  }));
  await putProxyUser(deps, trx, accessOf(deps.sealer, user), {
    gateways: authorisations,
    shared: isShared && user.enabled ? { sliceLimits: [...sliceLimits.values()].flat() } : null,
  });
}

/** The input for a user's grants. */
export function accessOf(sealer: Pick<Sealer, 'open'>, user: ProxyUser): ProxyAccess {
  const { userId, id: holderId, username, addresses, provenAddresses: proven } = user;
  const limits = { connections: connectionsOfUser, bytesPerSecond: null };
  return {
    userId,
    holderId,
    username,
    addresses,
    proven,
    limits,
    password: String(sealer.open(user.sealedPassword)),
  };
}
