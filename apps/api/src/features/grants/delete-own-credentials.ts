import { sharedKinds } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { announceGrants } from '../gateways/index.ts';

const batch = 500;
/** The next run continues, in ms. */
const maxRunMs = 50_000;
/** By then OpenVPN has renewed the keys of all sessions, with the credentials of all gateways. */
const settledMs = 24 * 3600 * 1000;

type SharedKind = keyof typeof sharedKinds;

/** Columns with an index that leads from a row of one gateway to that of all gateways. */
const owners = { credential: 'user_id', proxyuser: 'holder_id' } as const satisfies Record<
  SharedKind,
  string
>;

/**
 * Withdraws the grants of OpenVPN credentials and proxy users that gateways had before they supported those of all gateways, once the latter
 * are a day old. Sessions of devices with a login of that form end, and connect with a new one. Safe to run concurrently. Returns the number of grants.
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
    for (const kind of Object.keys(owners) as SharedKind[])
      for (let deleted = batch; deleted === batch; count += deleted) {
        if (performance.now() > end) return count;
        deleted = await deleteSome(deps, id, { kind, before });
      }
  }
  return count;
}

async function deleteSome(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  gatewayId: string,
  { kind, before }: { readonly kind: SharedKind; readonly before: Date },
): Promise<number> {
  const owner = sql.ref(owners[kind]);
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ grantId: string }>`
      delete from gateway_grants where id = any(array(
        select own.id from gateway_grants own
        join gateway_grants shared on shared.${owner} = own.${owner} and shared.kind = ${sql.lit(kind)}
        where own.gateway_id = ${gatewayId} and own.kind = ${sql.lit(sharedKinds[kind])} and shared.created_at < ${before}
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
