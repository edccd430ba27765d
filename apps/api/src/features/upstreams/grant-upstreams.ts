import type { Clock } from '@comet/foundation';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { UpstreamTerms } from '../../platform/database/schema/fleet.ts';
import { announceGrants } from '../gateways/index.ts';

/** Creates missing upstream grants on gateways: of new upstreams, and of all upstreams on new gateways. Returns the number of grants. */
export async function grantUpstreams(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<number> {
  // The lock is taken only where a grant is missing.
  if ((await missingGrants(deps.db, 1)).length === 0) return 0;
  return deps.db.transaction().execute((trx) => grantUpstreamsIn(trx, deps.clock.now()));
}

/**
 * Blocks other changes of upstreams until the transaction ends: two concurrent runs would create grants twice on a gateway. Take it before
 * any change, or two transactions that have each changed an upstream deadlock.
 */
export async function lockUpstreams(trx: DatabaseTransaction): Promise<void> {
  await sql`lock table upstreams in share row exclusive mode`.execute(trx);
}

/** The same as part of a larger transaction. Call it last. */
export async function grantUpstreamsIn(trx: DatabaseTransaction, now: Date): Promise<number> {
  await lockUpstreams(trx);
  const wanting = await missingGrants(trx);
  if (wanting.length === 0) return 0;
  const put: { readonly gatewayId: string; readonly grantId: string }[] = [];
  for (let start = 0; start < wanting.length; start += maxRowsPerInsert)
    put.push(...(await insertGrants(trx, wanting.slice(start, start + maxRowsPerInsert), now)));
  await announceGrants(
    trx,
    put.map((one) => ({ ...one, kind: 'grant' })),
    now,
  );
  return put.length;
}

/** A statement has at most 65,535 parameters, and a grant has 12. */
const maxRowsPerInsert = 5_000;

type MissingGrant = Selectable<Schema['upstreams']> & { readonly gatewayId: string };

/** Returns the pairs of an upstream and a gateway without a grant, at most `limit`. */
function missingGrants(
  db: Database | DatabaseTransaction,
  limit: number | null = null,
): Promise<readonly MissingGrant[]> {
  return (
    db
      .selectFrom('upstreams')
      .innerJoin('gateways', (join) => join.on('gateways.retiredAt', 'is', null))
      .selectAll('upstreams')
      .select('gateways.id as gatewayId')
      .where('upstreams.stoppedAt', 'is', null)
      // One range of an index for each upstream, not a descent for each pair. An array, because a join may read all grants.
      .where(
        sql<boolean>`(upstreams.id, gateways.id) not in (
        select holder_id, gateway_id from gateway_grants
        where holder_id = any(array(select id from upstreams where stopped_at is null)) and gateway_id is not null)`,
      )
      .$if(limit !== null, (query) => query.limit(limit ?? 0))
      .execute()
  );
}

function insertGrants(
  trx: DatabaseTransaction,
  missing: readonly MissingGrant[],
  now: Date,
): Promise<readonly { readonly gatewayId: string; readonly grantId: string }[]> {
  return trx
    .insertInto('gatewayGrants')
    .values(
      missing.map(({ gatewayId, ...upstream }) => ({
        ...{ gatewayId, userId: null, sub: null, kind: 'upstream' as const, holderId: upstream.id },
        ...{ publicKey: null, host: null, mac: null, withdrawnAt: null, createdAt: now },
        terms: JSON.stringify(termsOf(upstream)),
      })),
    )
    .returning(['gatewayId', 'id as grantId'])
    .execute();
}

function termsOf(upstream: Selectable<Schema['upstreams']>): UpstreamTerms {
  const { protocol, host, port, usernameTemplate, sealedPassword, countries, use } = upstream;
  const { deniedPorts: ports, deniedNetworks: networks, deniedNames: names } = upstream;
  return {
    ...{ protocol, host, port, usernameTemplate, sealedPassword, countries, use },
    rules: { ports, networks, names },
    bytesPerSecond: upstream.limitBytesPerSecond,
  };
}
