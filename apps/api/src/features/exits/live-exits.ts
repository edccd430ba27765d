import type { ExitUse } from '@comet/admission';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { isOnline } from '../gateways/index.ts';

/** An exit through which traffic can leave now. */
export interface LiveExit {
  readonly id: string;
  readonly gatewayId: string;
  /** Upper case. */
  readonly country: string;
  readonly city: string;
  readonly cityName: string;
  readonly use: ExitUse;
}

/** Every exit that its gateway has called live lately, the oldest first. */
export async function liveExits(db: Database | DatabaseTransaction, now: Date): Promise<readonly LiveExit[]> {
  const rows = await db
    .selectFrom('exits')
    .innerJoin('gateways', 'gateways.id', 'exits.gatewayId')
    .select(['exits.id', 'exits.gatewayId', 'country', 'city', 'cityName', 'use', 'stateAt', 'lastHeardAt'])
    .where('state', '=', 'live')
    .where('paused', '=', false)
    .where('stoppedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('gateways.retiredAt', 'is', null)
    .orderBy('exits.id')
    .execute();
  return rows.flatMap(({ stateAt, lastHeardAt, gatewayId, ...exit }) =>
    gatewayId !== null && isOnline(stateAt, now) && isOnline(lastHeardAt, now)
      ? [{ ...exit, gatewayId }]
      : [],
  );
}

/** A country that a provider's endpoint answers for now, as some gateway says; each endpoint once. */
export async function liveUpstreams(
  db: Database,
  now: Date,
): Promise<readonly { readonly upstreamId: string; readonly country: string }[]> {
  const rows = await db
    .selectFrom('upstreamStates')
    .innerJoin('upstreams', 'upstreams.id', 'upstreamStates.upstreamId')
    .select(['upstreamId', 'country', 'stateAt'])
    .where('live', '=', true)
    .where('use', '=', 'native')
    .orderBy('country')
    .orderBy('upstreamId')
    .execute();
  const fresh = rows.filter(({ stateAt }) => isOnline(stateAt, now));
  return [...new Map(fresh.map((row) => [`${row.country} ${row.upstreamId}`, row])).values()];
}

/** Where metered traffic can leave a gateway now; a provider's line has a country only. */
export interface LivePlace {
  readonly gatewayId: string;
  readonly country: string;
  readonly city: string | null;
}

/** By which gateways metered traffic can leave where, be it by a home's line or by a provider's. */
export async function livePlaces(db: Database, now: Date): Promise<readonly LivePlace[]> {
  const homes = (await liveExits(db, now)).filter(({ use }) => use === 'native');
  const providers = await db
    .selectFrom('upstreamStates')
    .innerJoin('upstreams', 'upstreams.id', 'upstreamStates.upstreamId')
    .select(['gatewayId', 'country', 'stateAt'])
    .where('live', '=', true)
    .where('use', '=', 'native')
    .execute();
  const answering = providers.filter(({ stateAt }) => isOnline(stateAt, now));
  return [
    ...homes.map(({ gatewayId, country, city }) => ({ gatewayId, country, city })),
    ...answering.map(({ gatewayId, country }) => ({ gatewayId, country, city: null })),
  ];
}
