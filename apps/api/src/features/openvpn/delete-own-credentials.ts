import { sql } from 'kysely';
import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { announceGrants } from '../gateways/index.ts';

const batch = 500;
/** The next run continues, in ms. */
const maxRunMs = 50_000;
/** By then OpenVPN has renewed the keys of all sessions, with the credential of all gateways. */
const settledMs = 24 * 3600 * 1000;

/**
 * Withdraws the OpenVPN grants that gateways had before they supported credentials of all gateways, once the account's one is a day old.
 * Sessions of devices with a login of that form end, and connect with a new one. Safe to run concurrently. Returns the number of grants.
 */
export async function deleteOwnCredentials(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - settledMs);
  const gateways = await deps.db
    .selectFrom('gateways')
    .select('id')
    .where('credentialsSharedAt', '<', before)
    .where('retiredAt', 'is', null)
    .orderBy('id')
    .execute();
  const end = performance.now() + maxRunMs;
  let count = 0;
  for (const { id } of gateways) {
    for (let deleted = batch; deleted === batch; count += deleted) {
      if (performance.now() > end) return count;
      deleted = await deleteSome(deps, id, before);
    }
  }
  return count;
}

async function deleteSome(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  gatewayId: string,
  before: Date,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ grantId: string }>`
      delete from gateway_grants where id = any(array(
        select own.id from gateway_grants own
        join gateway_grants shared on shared.user_id = own.user_id and shared.kind = 'credential'
        where own.gateway_id = ${gatewayId} and own.kind = 'openvpn' and shared.created_at < ${before}
        limit ${batch}
        for update of own skip locked))
      returning id as grant_id`.execute(trx);
    await announceGrants(
      trx,
      rows.map(({ grantId }) => ({ gatewayId, grantId, kind: 'withdraw' })),
      clock.now(),
    );
    return rows.length;
  });
}
