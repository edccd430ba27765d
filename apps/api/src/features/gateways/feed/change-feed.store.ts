import { subjectOf, weekOf } from '@comet/admission';
import { type Clock, unixSeconds } from '@comet/foundation';
import { sql } from 'kysely';
import { currentRequestId } from '../../../platform/current-request.ts';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { announcementOf } from './announcement.ts';

/** The channel whose notifications wake the streams of the gateways in the payload (`announcementOf`). */
export const feedChannel = 'gateway_changes';

/** Held until commit by transactions that add changes, so that their ids become visible in order. */
export const feedLock = 0x636f6d65;

const weekSeconds = 7 * 24 * 3600;

/** How long a revocation matters, in seconds: a stand-by ticket is valid for 24 h, and clocks may differ. */
export const revocationLifeSeconds = 26 * 3600;

/** A statement has at most 65,535 parameters, and a change has six. */
const maxRowsPerInsert = 10_000;

/** The sessions of an account to end: those of one device, or all if `slot` is null. */
interface RevokedSessions {
  readonly userId: string;
  readonly slot: number | null;
  /** Only those on one gateway. */
  readonly gatewayId?: string;
}

export type Revoke = (trx: DatabaseTransaction, sessions: RevokedSessions) => Promise<void>;

/**
 * Ends sessions on every gateway, in the transaction that removes the right to them. Call it last and with the rows already locked: the
 * feed's lock is held until commit, and a ticket issued under those locks is older than `notBefore`.
 */
export function createRevoke(deps: { readonly clock: Clock; readonly subjects: Uint8Array }): Revoke {
  return async (trx, { userId, slot, gatewayId }) => {
    const all = await trx.selectFrom('gateways').select('id').where('retiredAt', 'is', null).execute();
    const gateways = all.filter(({ id }) => gatewayId === undefined || id === gatewayId);
    const now = deps.clock.now();
    // A ticket issued in this second counts as issued before.
    const notBefore = unixSeconds(now) + 1;
    const weeks = [weekOf(now), weekOf(new Date(now.getTime() - weekSeconds * 1000))];
    const rows = gateways.flatMap(({ id }) =>
      weeks.map((week) => ({
        gatewayId: id,
        sub: subjectOf(deps.subjects, userId, id, week),
        slot,
        notBefore,
      })),
    );
    // A device's OpenVPN login uses the account's subject of the week in which the gateway received the grant, possibly weeks ago.
    const lasting = await trx
      .selectFrom('gatewayGrants')
      .select(['gatewayId', 'sub'])
      .where('userId', '=', userId)
      .where('kind', '=', 'openvpn')
      .execute();
    const concerned = new Set(gateways.map(({ id }) => id));
    const notified = new Set(rows.map(({ sub }) => sub));
    const older = lasting.flatMap(({ sub, ...at }) =>
      sub === null || notified.has(sub) || !concerned.has(at.gatewayId) ? [] : [{ ...at, sub }],
    );
    await addChanges(trx, [...rows, ...older.map((grant) => ({ ...grant, slot, notBefore }))]);
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

/** A grant was added or withdrawn. */
interface GrantChange {
  /** Null for a grant that is in force on all gateways. */
  readonly gatewayId: string | null;
  readonly grantId: string;
  readonly kind: 'grant' | 'withdraw';
}

/** Sends changed grants to gateways, in the transaction that changes them. Call it last, for the same reason as `Revoke`. */
export async function announceGrants(
  trx: DatabaseTransaction,
  changes: readonly GrantChange[],
  now: Date,
): Promise<void> {
  await addChanges(
    trx,
    changes.map((change) => ({ ...change, sub: null, notBefore: unixSeconds(now) })),
  );
}

interface NewChange {
  /** Null for a broadcast. */
  readonly gatewayId: string | null;
  readonly kind?: 'grant' | 'withdraw';
  readonly grantId?: string;
  readonly sub: string | null;
  readonly slot?: number | null;
  readonly notBefore: number;
}

async function addChanges(trx: DatabaseTransaction, rows: readonly NewChange[]): Promise<void> {
  if (rows.length === 0) return;
  const requestId = currentRequestId() ?? null;
  await sql`select pg_advisory_xact_lock(${feedLock})`.execute(trx);
  for (let start = 0; start < rows.length; start += maxRowsPerInsert) {
    const some = rows.slice(start, start + maxRowsPerInsert).map((row) => ({ ...row, requestId }));
    await trx.insertInto('gatewayChanges').values(some).execute();
  }
  const announcement = announcementOf(rows.map(({ gatewayId }) => gatewayId));
  await sql`select pg_notify(${feedChannel}, ${announcement})`.execute(trx);
}
