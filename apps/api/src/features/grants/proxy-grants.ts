import { credentialMac, subjectOf, weekOf } from '@comet/admission';
import { fromBase64url } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { ProxyTerms } from '../../platform/database/schema.ts';
import { announceGrants, openvpnSecretsOf } from '../gateways/index.ts';
import type { CredentialDeps } from './put-credentials.ts';

/** A user of the residential proxy on one gateway, and what of ours it is made for. */
export interface ProxyUser {
  readonly userId: string;
  readonly holderId: string;
  readonly gatewayId: string;
  readonly password: string;
  readonly terms: ProxyTerms;
}

/**
 * Lets a user of the proxy in on one gateway, in the place of all that its holder had before anywhere. The caller holds the access that
 * the right stands on, and calls this last.
 */
export async function putProxyUser(
  deps: CredentialDeps,
  trx: DatabaseTransaction,
  { userId, holderId, gatewayId, password, terms }: ProxyUser,
): Promise<void> {
  const now = deps.clock.now();
  await withdrawHeldBy(trx, holderId, now);
  const pepper = fromBase64url(openvpnSecretsOf(deps.openvpn, gatewayId).pepper) ?? new Uint8Array();
  const { id: grantId } = await trx
    .insertInto('gatewayGrants')
    .values({
      ...{ gatewayId, userId, holderId, kind: 'proxy', publicKey: null, host: null, withdrawnAt: null },
      sub: subjectOf(deps.subjects, userId, gatewayId, weekOf(now)),
      mac: credentialMac(pepper, terms.username, password),
      terms: JSON.stringify(terms),
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await announceGrants(trx, [{ gatewayId, grantId, kind: 'grant' }], now);
}

/** Ends for good what gateways were told for a proxy user, a service or an upstream. Call it last. */
export async function withdrawHeldBy(trx: DatabaseTransaction, holderId: string, now: Date): Promise<void> {
  const gone = await trx
    .deleteFrom('gatewayGrants')
    .where('holderId', '=', holderId)
    .returning(['gatewayId', 'id as grantId'])
    .execute();
  const changes = gone.map((one) => ({ ...one, kind: 'withdraw' }) as const);
  await announceGrants(trx, changes, now);
}
