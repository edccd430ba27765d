import { credentialKey, credentialVerifier, deviceLoginKeyOf, subjectOf, weekOf } from '@comet/admission';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import type { GrantChange } from '../gateways/index.ts';
import { addGrants } from './add-grants.ts';
import type { GrantDeps } from './add-wireguard-grant.ts';
import { gatewayMac, replaceGrants } from './replace-grants.ts';
import { revocationKeyOf } from './withdraw.ts';

/** The dependencies of OpenVPN and proxy grants. */
export interface CredentialDeps extends GrantDeps {
  /** The secret from which the gateways' OpenVPN secrets are derived. */
  readonly openvpn: Uint8Array;
}

export interface SharedCredentialDeps extends CredentialDeps {
  readonly sealer: Sealer;
}

export interface ServiceCredentials {
  readonly userId: string;
  readonly username: string;
  readonly password: string;
}

/** Whether credentials are granted on all gateways by one row: not before account keys, while an older release may run beside this one. */
export function areShared({ clock, subjects }: GrantDeps): boolean {
  return weekOf(clock.now()) >= subjects.accountKeysFrom;
}

/** Returns the gateways in service on which credentials are granted by a row of their own, in the order of their ids. */
export async function gatewaysWithOwn(deps: GrantDeps, trx: DatabaseTransaction): Promise<readonly string[]> {
  const gateways = await trx
    .selectFrom('gateways')
    .select('id')
    .where('retiredAt', 'is', null)
    .$if(areShared(deps), (query) => query.where('credentialsSharedAt', 'is', null))
    .orderBy('id')
    .execute();
  return gateways.map(({ id }) => id);
}

/**
 * Grants OpenVPN credentials access on every gateway, replacing the account's earlier ones and ending the sessions of its devices: by one
 * row, and one for each gateway in service that does not support credentials of all gateways. The caller has stored them in this
 * transaction, holds the access that they depend on, and calls this last.
 */
export async function putCredentials(
  deps: SharedCredentialDeps,
  trx: DatabaseTransaction,
  credentials: ServiceCredentials,
): Promise<void> {
  const now = deps.clock.now();
  const { userId } = credentials;
  const isShared = areShared(deps);
  // A concurrent grant of the earlier credentials to a new gateway commits before this lock, or reads the new ones.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const ended = await endEarlier(deps, trx, [userId], ['openvpn', 'credential']);
  const own = (await gatewaysWithOwn(deps, trx)).map((id) => rowOf(deps, id, credentials, now));
  await replaceGrants(trx, ended, isShared ? [sharedRowOf(deps, credentials, now), ...own] : own, now);
}

/**
 * Grants credentials of locked accounts on all gateways by one row each, in force if the account has access, and ends earlier such rows. Call
 * it last.
 */
export async function replaceShared(
  deps: SharedCredentialDeps,
  trx: DatabaseTransaction,
  credentials: readonly ServiceCredentials[],
): Promise<void> {
  if (credentials.length === 0) return;
  const now = deps.clock.now();
  const userIds = credentials.map(({ userId }) => userId);
  const ended = await endEarlier(deps, trx, userIds, ['credential']);
  const rows = credentials.map((one) => sharedRowOf(deps, one, now));
  await addGrants(trx, rows, { now, ended });
}

async function endEarlier(
  { sealer, subjects }: SharedCredentialDeps,
  trx: DatabaseTransaction,
  userIds: readonly string[],
  kinds: readonly ('openvpn' | 'credential')[],
): Promise<readonly GrantChange[]> {
  const deleted = await trx
    .deleteFrom('gatewayGrants')
    .where('userId', 'in', [...userIds])
    .where('kind', 'in', [...kinds])
    .returning(['userId', 'gatewayId', 'id as grantId', 'kind', 'sealedKey'])
    .execute();
  return deleted.map(({ userId, gatewayId, grantId, kind, sealedKey }): GrantChange => {
    if (kind === 'openvpn') return { gatewayId, grantId, kind: 'withdraw' };
    const ofDevices = deviceLoginKeyOf(subjects, userId ?? '', grantId);
    const key = revocationKeyOf(sealer, { grantId, sealedKey });
    const accountKeys = key === null ? [ofDevices] : [key, ofDevices];
    return { gatewayId: null, grantId, kind: 'revoke_account', accountKeys };
  });
}

/** Returns the row for the grant of an account's credentials on one gateway. */
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

/** Returns the row for the grant of an account's credentials on all gateways. */
function sharedRowOf(
  { sealer }: Pick<SharedCredentialDeps, 'sealer'>,
  { userId, username, password }: ServiceCredentials,
  now: Date,
) {
  const key = credentialKey(username, password);
  return {
    // Without a time, unlike the default.
    id: crypto.randomUUID(),
    gatewayId: null,
    userId,
    sub: null,
    kind: 'credential' as const,
    publicKey: null,
    host: null,
    mac: credentialVerifier(key),
    sealedKey: sealer.seal(key),
    createdAt: now,
    withdrawnAt: null,
  };
}
