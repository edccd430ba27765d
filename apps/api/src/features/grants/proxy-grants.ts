import { credentialKey, credentialVerifier, subjectOf, weekOf } from '@comet/admission';
import { maxQuotaLeaseLimits, type ProxyGrant, type QuotaLeaseLimit } from '@comet/contract';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { announceGrants } from '../gateways/index.ts';
import { addGrants } from './add-grants.ts';
import type { CredentialDeps } from './put-credentials.ts';
import { gatewayMac, replaceGrants } from './replace-grants.ts';
import { isStopped, proxyKinds } from './withdraw.ts';

/** A gateway on which a proxy user is authorised, with the quota account that is charged there (`purse`) and the egress route. */
interface GatewayAuthorisation extends Pick<ProxyGrant, 'purse' | 'route'> {
  readonly gatewayId: string;
  /** See `ProxyGrant`; no limits if missing. */
  readonly sliceLimits?: readonly QuotaLeaseLimit[];
}

/** The data for the grants of one proxy user. */
export interface ProxyAccess extends Pick<ProxyGrant, 'username' | 'addresses' | 'proven' | 'limits'> {
  readonly userId: string;
  /** The proxy user or service that holds the grants. */
  readonly holderId: string;
  readonly password: string;
}

/** Where a proxy user has access. */
interface ProxyAuthorisations {
  /** By a row for each. */
  readonly gateways: readonly GatewayAuthorisation[];
  /** By one row on all gateways that support it, metered and through any exit; `sliceLimits` are those of all gateways. Null for no row. */
  readonly shared?: { readonly sliceLimits: readonly QuotaLeaseLimit[] } | null;
}

/**
 * Grants a proxy user access, replacing all earlier grants of the same holder; without authorisations, it has access to no gateway. The
 * caller has locked the account, so that an operator's stop is ordered before or after, holds the access that the right depends on, and
 * calls this last.
 */
export async function putProxyUser(
  deps: CredentialDeps,
  trx: DatabaseTransaction,
  access: ProxyAccess,
  { gateways, shared = null }: ProxyAuthorisations,
): Promise<void> {
  const now = deps.clock.now();
  const replaced = await endHeldBy(trx, access.holderId);
  const withdrawnAt = (await isStopped(trx, access.userId)) ? now : null;
  const own = gateways.map((gateway) => proxyRowOf(deps, access, gateway, now));
  const all = shared === null ? own : [sharedRowOf(access, shared.sliceLimits, now), ...own];
  const rows = all.map((row) => ({ ...row, withdrawnAt }));
  await replaceGrants(trx, replaced, rows, now);
}

/**
 * Grants proxy users of locked accounts that have no row on all gateways such a row each, in force if the account has access and may spend.
 * Call it last.
 */
export async function addSharedProxyUsers(
  trx: DatabaseTransaction,
  users: readonly ProxyAccess[],
  now: Date,
): Promise<void> {
  await addGrants(
    trx,
    users.map((user) => sharedRowOf(user, [], now)),
    { now },
  );
}

/** Permanently withdraws all grants of a proxy user, a service or an upstream. Call it last. */
export async function withdrawHeldBy(trx: DatabaseTransaction, holderId: string, now: Date): Promise<void> {
  await replaceGrants(trx, await endHeldBy(trx, holderId), [], now);
}

async function endHeldBy(trx: DatabaseTransaction, holderId: string) {
  const ended = await trx
    .deleteFrom('gatewayGrants')
    .where('holderId', '=', holderId)
    .returning(['gatewayId', 'id as grantId'])
    .execute();
  return ended.map((one) => ({ ...one, kind: 'withdraw' }) as const);
}

/** Withdraws or restores all of an account's proxy grants. Call it last. */
export async function setProxiesHalted(
  trx: DatabaseTransaction,
  { userId, halted, now }: { readonly userId: string; readonly halted: boolean; readonly now: Date },
): Promise<void> {
  const changed = await trx
    .updateTable('gatewayGrants')
    .set({ withdrawnAt: halted ? now : null })
    .where('userId', '=', userId)
    .where('kind', 'in', proxyKinds)
    .where('withdrawnAt', halted ? 'is' : 'is not', null)
    .returning(['gatewayId', 'id as grantId'])
    .execute();
  const kind = halted ? 'withdraw' : 'grant';
  await announceGrants(
    trx,
    changed.map((one) => ({ ...one, kind })),
    now,
  );
}

/** Returns the row for a proxy user's grant on one gateway. */
export function proxyRowOf(
  deps: CredentialDeps,
  { userId, holderId, password, ...rest }: ProxyAccess,
  { gatewayId, purse, route, sliceLimits = [] }: GatewayAuthorisation,
  now: Date,
) {
  const { username, addresses, proven, limits } = rest;
  return {
    gatewayId,
    userId,
    holderId,
    sub: subjectOf(deps.subjects, userId, gatewayId, weekOf(now)),
    kind: 'proxy' as const,
    publicKey: null,
    host: null,
    mac: gatewayMac(deps.openvpn, gatewayId, username, password),
    terms: JSON.stringify({
      ...{ username, addresses, proven, purse, route, limits },
      ...(sliceLimits.length > 0 ? { sliceLimits } : {}),
    }),
    createdAt: now,
    withdrawnAt: null,
  };
}

/** Returns the row for a proxy user's grant on all gateways. */
function sharedRowOf(
  { userId, holderId, password, ...rest }: ProxyAccess,
  sliceLimits: readonly QuotaLeaseLimit[],
  now: Date,
) {
  const { username, addresses, proven, limits } = rest;
  return {
    // Without a time, unlike the default.
    id: crypto.randomUUID(),
    gatewayId: null,
    userId,
    holderId,
    sub: null,
    kind: 'proxyuser' as const,
    publicKey: null,
    host: null,
    mac: credentialVerifier(credentialKey(username, password)),
    terms: JSON.stringify({
      ...{ username, addresses, proven, limits },
      ...(sliceLimits.length > 0 ? { sliceLimits: largest(sliceLimits) } : {}),
    }),
    createdAt: now,
    withdrawnAt: null,
  };
}

/** Those that a grant can have. */
function largest(sliceLimits: readonly QuotaLeaseLimit[]): readonly QuotaLeaseLimit[] {
  return sliceLimits.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxQuotaLeaseLimits);
}
