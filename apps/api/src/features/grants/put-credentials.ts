import { subjectOf, weekOf } from '@comet/admission';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { GrantDeps } from './put-grant.ts';
import { gatewayMac, replaceGrants } from './replace-grants.ts';

/** What the OpenVPN grants are made from. */
export interface CredentialDeps extends GrantDeps {
  /** What the gateways' OpenVPN secrets are derived from. */
  readonly openvpn: Uint8Array;
}

export interface ServiceCredentials {
  readonly userId: string;
  readonly username: string;
  readonly password: string;
}

/**
 * Lets OpenVPN credentials in on every gateway in service, in the place of those that the account had before. The caller has written
 * them down in this transaction, holds the access that they stand on, and calls this last.
 */
export async function putCredentials(
  deps: CredentialDeps,
  trx: DatabaseTransaction,
  credentials: ServiceCredentials,
): Promise<void> {
  const now = deps.clock.now();
  const { userId } = credentials;
  // Whoever brings a new gateway the earlier credentials meanwhile is done before, or sees these.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const replaced = await trx
    .deleteFrom('gatewayGrants')
    .where('userId', '=', userId)
    .where('kind', '=', 'openvpn')
    .returning(['gatewayId', 'id as grantId'])
    .execute();
  const gateways = await trx.selectFrom('gateways').select('id').where('retiredAt', 'is', null).execute();
  const rows = gateways.map(({ id }) => rowOf(deps, id, credentials, now));
  await replaceGrants(trx, replaced, rows, now);
}

/** The grant of an account's credentials on one gateway, as it is stored. */
export function rowOf(
  deps: CredentialDeps,
  gatewayId: string,
  { userId, username, password }: ServiceCredentials,
  now: Date,
) {
  return {
    gatewayId,
    userId,
    sub: subjectOf(deps.subjects, userId, gatewayId, weekOf(now)),
    kind: 'openvpn' as const,
    publicKey: null,
    host: null,
    mac: gatewayMac(deps.openvpn, gatewayId, username, password),
    createdAt: now,
    withdrawnAt: null,
  };
}
