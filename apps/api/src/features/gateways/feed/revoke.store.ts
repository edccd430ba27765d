import {
  accountKeyOf,
  deviceLoginKeyOf,
  endOfWeek,
  type SubjectKeys,
  subjectOf,
  subjectWith,
  weekOf,
} from '@comet/admission';
import { type Clock, unixSeconds } from '@comet/foundation';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { executePrepared } from '../../../platform/database/prepared.ts';
import { addChanges, type GrantChange, revocationLifeSeconds, rowsOf } from './change-feed.store.ts';

const weekSeconds = 7 * 24 * 3600;

/** The sessions of an account to end: those of one device, or all if `slot` is null. */
interface RevokedSessions {
  readonly userId: string;
  readonly slot: number | null;
  /** Only those on one gateway. */
  readonly gatewayId?: string;
  /** The account's credential of all gateways that is withdrawn in the same transaction, with its revocation key. */
  readonly withdrawn?: { readonly grantId: string; readonly key: string } | null;
  /** Other grants of the account that are withdrawn in the same transaction; only with all sessions. */
  readonly ended?: readonly GrantChange[];
}

export type Revoke = (trx: DatabaseTransaction, sessions: RevokedSessions) => Promise<void>;

/**
 * Ends sessions, in the transaction that removes the right to them. Call it last and with the rows already locked: the feed's lock is held
 * until commit, and a ticket issued under those locks is older than `notBefore`. Those of a whole account are revoked on all gateways by one
 * change, which discloses the account's keys of the weeks that matter. The revocation of one device discloses nothing, because gateways must
 * not be able to link the account's other sessions, which continue.
 */
export function createRevoke(deps: { readonly clock: Clock; readonly subjects: SubjectKeys }): Revoke {
  return async (trx, { userId, slot, gatewayId, withdrawn = null, ended = [] }) => {
    const now = deps.clock.now();
    // A ticket issued in this second counts as issued before.
    const at = { userId, slot, notBefore: unixSeconds(now) + 1 };
    const weeks = [weekOf(now), weekOf(new Date(now.getTime() - weekSeconds * 1000))];
    const { credentials, grants } = await openvpnGrantsOf(trx, userId, gatewayId);
    const loginKeys = credentials.map((id) => deviceLoginKeyOf(deps.subjects, userId, id));
    if (slot !== null || gatewayId !== undefined)
      return revokeAt(trx, deps.subjects, at, await inService(trx, gatewayId), { weeks, grants, loginKeys });
    const { keys, others } = accountKeysFor(deps.subjects, { userId, weeks, grants });
    const accountKeys = [...keys, ...loginKeys, ...(withdrawn === null ? [] : [withdrawn.key])];
    const { notBefore } = at;
    const change = { gatewayId: null, kind: 'revoke_account', sub: null, accountKeys, notBefore } as const;
    const revoked = withdrawn === null ? change : { ...change, grantId: withdrawn.grantId };
    await addChanges(trx, [...rowsOf(ended, now), ...(accountKeys.length > 0 ? [revoked] : [])]);
    // Tickets with subjects that no key discloses; none once the last of them has expired.
    const earlier = weeks.filter((week) => week < deps.subjects.accountKeysFrom && isRevocable(week, now));
    const gateways = earlier.length === 0 ? [] : await inService(trx);
    await revokeAt(trx, deps.subjects, at, gateways, { weeks: earlier, grants: others, loginKeys: [] });
  };
}

/**
 * Revokes on every gateway all tickets of one subject issued before now, by a broadcast, in the transaction that changes the right to them.
 * Call it last, for the same reason as `Revoke`.
 */
export async function revokeSubject(
  trx: DatabaseTransaction,
  sub: string,
  now: Date,
  /** Null for all. */
  slot: number | null = null,
): Promise<void> {
  await addChanges(trx, [{ gatewayId: null, sub, slot, notBefore: unixSeconds(now) + 1 }]);
}

interface OpenvpnGrant {
  readonly gatewayId: string;
  readonly sub: string;
  readonly createdAt: Date;
}

/** Revokes the subjects of an account on each of these gateways, by one change for each. */
async function revokeAt(
  trx: DatabaseTransaction,
  subjects: SubjectKeys,
  { userId, slot, notBefore }: Pick<RevokedSessions, 'userId' | 'slot'> & { readonly notBefore: number },
  gateways: readonly string[],
  of: {
    readonly weeks: readonly number[];
    readonly grants: readonly OpenvpnGrant[];
    readonly loginKeys: readonly string[];
  },
): Promise<void> {
  const ofWeeks = gateways.flatMap((id) =>
    of.weeks.map((week) => ({ gatewayId: id, sub: subjectOf(subjects, userId, id, week) })),
  );
  const ofLogins = gateways.flatMap((id) =>
    of.loginKeys.map((key) => ({ gatewayId: id, sub: subjectWith(key, id) })),
  );
  const known = new Set(ofWeeks.map(({ sub }) => sub));
  const ofGrants = of.grants.filter(({ sub }) => !known.has(sub));
  await addChanges(
    trx,
    [...ofWeeks, ...ofLogins, ...ofGrants].map(({ gatewayId, sub }) => ({ gatewayId, sub, slot, notBefore })),
  );
}

/** Whether a ticket of a week may still be valid. */
function isRevocable(week: number, now: Date): boolean {
  return endOfWeek(week).getTime() + revocationLifeSeconds * 1000 > now.getTime();
}

/**
 * Returns an account's OpenVPN grants on gateways in service, or on one of them, and the ids of its credentials of all gateways, by which
 * the subjects of its devices' OpenVPN logins are derived. A login at a gateway with a grant of its own uses the account's subject of the week
 * in which the gateway received the grant, possibly weeks ago.
 */
async function openvpnGrantsOf(
  trx: DatabaseTransaction,
  userId: string,
  gatewayId: string | undefined,
): Promise<{ readonly credentials: readonly string[]; readonly grants: readonly OpenvpnGrant[] }> {
  const granted = trx
    .selectFrom('gatewayGrants')
    .leftJoin('gateways', 'gateways.id', 'gatewayGrants.gatewayId')
    .select(['gatewayGrants.id', 'gateways.id as gatewayId', 'gatewayGrants.sub', 'gatewayGrants.createdAt'])
    .where('gatewayGrants.userId', '=', userId)
    .where('gatewayGrants.kind', 'in', ['openvpn', 'credential'])
    .where('gateways.retiredAt', 'is', null);
  const rows = await executePrepared(trx, 'openvpn-grants', granted);
  return {
    credentials: rows.flatMap(({ id, gatewayId: at }) => (at === null ? [id] : [])),
    grants: rows.flatMap(({ gatewayId: at, sub, createdAt }) =>
      at === null || sub === null || (gatewayId ?? at) !== at ? [] : [{ gatewayId: at, sub, createdAt }],
    ),
  };
}

/** Returns the keys that disclose the subjects of these weeks and grants, and the grants whose subject has no key. */
function accountKeysFor(
  subjects: SubjectKeys,
  of: {
    readonly userId: string;
    readonly weeks: readonly number[];
    readonly grants: readonly OpenvpnGrant[];
  },
): { readonly keys: readonly string[]; readonly others: readonly OpenvpnGrant[] } {
  const disclosed = new Set(of.weeks.filter((week) => week >= subjects.accountKeysFrom));
  const others = of.grants.filter(({ gatewayId, sub, createdAt }) => {
    const week = weekOf(createdAt);
    const hasKey =
      week >= subjects.accountKeysFrom && sub === subjectOf(subjects, of.userId, gatewayId, week);
    if (hasKey) disclosed.add(week);
    return !hasKey;
  });
  return { keys: [...disclosed].map((week) => accountKeyOf(subjects, of.userId, week)), others };
}

/** Returns the gateways in service, or one of them. */
async function inService(trx: DatabaseTransaction, gatewayId?: string): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('gateways')
    .select('id')
    .where('retiredAt', 'is', null)
    .$if(gatewayId !== undefined, (query) => query.where('id', '=', gatewayId ?? ''))
    .execute();
  return rows.map(({ id }) => id);
}
