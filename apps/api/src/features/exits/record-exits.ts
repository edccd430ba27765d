import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { RecordExits } from '../gateways/index.ts';
import { dayOf } from './exits.store.ts';

/** Stores a gateway's report of its exits. It applies only to exits whose last ticket was for that gateway. */
export function createRecordExits(deps: { readonly db: Database; readonly clock: Clock }): RecordExits {
  return async (gatewayId, { exits, upstreams }) => {
    if (exits === undefined && upstreams === undefined) return;
    const now = deps.clock.now();
    await deps.db.transaction().execute(async (trx) => {
      if (exits !== undefined) await recordStates(trx, gatewayId, exits, now);
      if (upstreams !== undefined) await recordUpstreams(trx, gatewayId, upstreams, now);
    });
  };
}

type Report = Required<Parameters<RecordExits>[1]>;

async function recordStates(
  trx: DatabaseTransaction,
  gatewayId: string,
  exits: NonNullable<Report['exits']>,
  now: Date,
): Promise<void> {
  const reported = new Map(exits.map((one) => [one.exit, one]));
  // The same lock order everywhere, so that two reports cannot deadlock.
  const its = await trx
    .selectFrom('exits')
    .select('id')
    .where('gatewayId', '=', gatewayId)
    .where('withdrawnAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id } of its) {
    const { state = 'down' as const, latencyMs = null, carriedBytes = 0, line } = reported.get(id) ?? {};
    // Measurements of the line stay valid while the exit is offline.
    const measured = line
      ? { lineDownBytesPerSecond: line.downBytesPerSecond, lineUpBytesPerSecond: line.upBytesPerSecond }
      : {};
    const changes = { state, stateAt: now, latencyMs, ...measured };
    await trx.updateTable('exits').set(changes).where('id', '=', id).execute();
    if (carriedBytes > 0) {
      await trx
        .insertInto('exitDays')
        .values({ exitId: id, gatewayId, day: dayOf(now), carriedBytes })
        .onConflict((conflict) =>
          conflict
            .columns(['exitId', 'day', 'gatewayId'])
            .doUpdateSet({ carriedBytes: sql`greatest(exit_days.carried_bytes, excluded.carried_bytes)` }),
        )
        .execute();
    }
  }
}

async function recordUpstreams(
  trx: DatabaseTransaction,
  gatewayId: string,
  upstreams: NonNullable<Report['upstreams']>,
  now: Date,
): Promise<void> {
  await trx.deleteFrom('upstreamStates').where('gatewayId', '=', gatewayId).execute();
  const grants = await trx
    .selectFrom('gatewayGrants')
    .innerJoin('upstreams', 'upstreams.id', 'gatewayGrants.holderId')
    .select(['gatewayGrants.id', 'upstreams.id as upstreamId'])
    .where('gatewayId', '=', gatewayId)
    .execute();
  const known = new Map(grants.map(({ id, upstreamId }) => [id, upstreamId]));
  const rows = new Map(
    upstreams.flatMap(({ upstream, country, live, tunnels = false }) => {
      const upstreamId = known.get(upstream);
      if (upstreamId === undefined) return [];
      const row = { upstreamId, gatewayId, country, live, tunnels, stateAt: now };
      return [[`${upstreamId} ${country}`, row] as const];
    }),
  );
  if (rows.size > 0)
    await trx
      .insertInto('upstreamStates')
      .values([...rows.values()])
      .execute();
}
