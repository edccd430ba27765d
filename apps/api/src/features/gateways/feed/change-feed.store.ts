import { unixSeconds } from '@comet/foundation';
import { sql } from 'kysely';
import { currentRequestId } from '../../../platform/current-request.ts';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { queryPrepared } from '../../../platform/database/prepared.ts';
import { announcementOf, settingsAnnouncementOf } from './announcement.ts';

/** The channel whose notifications wake the streams of the gateways in the payload (`announcementOf`). */
export const feedChannel = 'gateway_changes';

/** Held until commit by transactions that add changes, so that their ids become visible in order. */
export const feedLock = 0x636f6d65;

/** How long a revocation matters, in seconds: a stand-by ticket is valid for 24 h, and clocks may differ. */
export const revocationLifeSeconds = 26 * 3600;

/** A grant was added or withdrawn. */
export type GrantChange =
  | {
      /** Null for a grant that is in force on all gateways. */
      readonly gatewayId: string | null;
      readonly grantId: string;
      readonly kind: 'grant' | 'withdraw';
    }
  | CredentialEnd;

/** An account's credential of all gateways was withdrawn: discloses its revocation key, and the keys of subjects that end with it. */
interface CredentialEnd {
  readonly gatewayId: null;
  readonly grantId: string;
  readonly kind: 'revoke_account';
  readonly accountKeys: readonly string[];
}

/** Sends changed grants to gateways, in the transaction that changes them. Call it last, for the same reason as `Revoke`. */
export async function announceGrants(
  trx: DatabaseTransaction,
  changes: readonly GrantChange[],
  now: Date,
): Promise<void> {
  await addChanges(trx, rowsOf(changes, now));
}

/** Returns changed grants in the form of `addChanges`. */
export function rowsOf(changes: readonly GrantChange[], now: Date): readonly NewChange[] {
  return changes.map((change) => ({
    ...change,
    sub: null,
    // A login issued in this second counts as issued before.
    notBefore: unixSeconds(now) + (change.kind === 'revoke_account' ? 1 : 0),
  }));
}

interface NewChange {
  /** Null for a broadcast. */
  readonly gatewayId: string | null;
  readonly kind?: 'grant' | 'withdraw' | 'revoke_account';
  readonly grantId?: string;
  readonly sub: string | null;
  readonly slot?: number | null;
  readonly notBefore: number;
  readonly accountKeys?: readonly string[];
}

/** Announces that the settings of gateways have changed, at the commit: their streams send a heartbeat at once. */
export async function announceSettings(
  trx: DatabaseTransaction,
  gatewayIds: readonly string[],
): Promise<void> {
  if (gatewayIds.length === 0) return;
  await sql`select pg_notify(${feedChannel}, ${settingsAnnouncementOf(gatewayIds)})`.execute(trx);
}

/** Takes the lock before it numbers the rows. One statement, because all other changes wait until it is committed. */
const add = {
  name: 'add-feed-changes',
  text: `
    with locked as materialized (select pg_advisory_xact_lock($1)),
    added as (
      insert into gateway_changes (gateway_id, kind, grant_id, sub, slot, not_before, account_keys, request_id)
      select one.gateway_id, one.kind, one.grant_id, one.sub, one.slot, one.not_before, one.account_keys, $2::text
      from locked
      cross join rows from (
        jsonb_to_recordset($3::jsonb) as (
          gateway_id uuid, kind text, grant_id uuid, sub text, slot int, not_before bigint, account_keys text[])
      ) with ordinality as one (gateway_id, kind, grant_id, sub, slot, not_before, account_keys, place)
      order by one.place
      returning id)
    select pg_notify($4, $5) from (select count(*) from added) finished`,
};

/** Adds changes and announces them. Call it last, for the same reason as `Revoke`. */
export async function addChanges(trx: DatabaseTransaction, rows: readonly NewChange[]): Promise<void> {
  if (rows.length === 0) return;
  const changes = rows.map(({ gatewayId, kind = 'revoke', grantId, sub, slot, notBefore, accountKeys }) => ({
    ...{ gateway_id: gatewayId, kind, grant_id: grantId, sub, slot, not_before: notBefore },
    account_keys: accountKeys,
  }));
  const announcement = announcementOf(rows.map(({ gatewayId }) => gatewayId));
  await queryPrepared(trx, add, [
    ...[feedLock, currentRequestId() ?? null, JSON.stringify(changes)],
    ...[feedChannel, announcement],
  ]);
}
