import { addressesOf, chooseHost, type SubjectKeys, subjectOf, tunnelPools, weekOf } from '@comet/admission';
import type { WireguardGrant } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { announceGrants } from '../gateways/index.ts';

export interface GrantDeps {
  readonly clock: Clock;
  /** Derives the subject that identifies the account to a gateway. */
  readonly subjects: SubjectKeys;
}

type GrantRefusal = 'key_taken' | 'gateway_full';

/** A gateway has two million hosts and at most some ten thousand peers: more attempts are never needed. */
const tries = 20;

/**
 * Grants a WireGuard key access on one gateway for as long as the account has access, and chooses its addresses. The gateway gets the grant
 * once the transaction is committed. Returns `key_taken` if the key has a grant there already. The caller holds the access that the right
 * depends on, and calls this last, once in a transaction: the feed's lock is held until commit.
 */
export async function addWireguardGrant(
  deps: GrantDeps,
  trx: DatabaseTransaction,
  given: {
    readonly userId: string;
    readonly gatewayId: string;
    readonly grant: { readonly kind: 'wireguard'; readonly publicKey: string };
  },
): Promise<Result<WireguardGrant, GrantRefusal>> {
  const { userId, gatewayId, grant } = given;
  const createdAt = deps.clock.now();
  const sub = subjectOf(deps.subjects, userId, gatewayId, weekOf(createdAt));
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const taken = await trx
      .selectFrom('gatewayGrants')
      .select('id')
      .where('gatewayId', '=', gatewayId)
      .where('publicKey', '=', grant.publicKey)
      .executeTakeFirst();
    if (taken !== undefined) return err('key_taken');
    const host = chooseHost(tunnelPools.static, () => true, Math.random);
    if (host === null) break;
    const put = await trx
      .insertInto('gatewayGrants')
      .values({ gatewayId, userId, sub, ...grant, host, mac: null, createdAt, withdrawnAt: null })
      // A concurrent grant may have the address or the key.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (put === undefined) continue;
    await announceGrants(trx, [{ gatewayId, grantId: put.id, kind: 'grant' }], createdAt);
    return ok({ ...grant, id: put.id, sub, ...addressesOf(host) });
  }
  return err('gateway_full');
}
