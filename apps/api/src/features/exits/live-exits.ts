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

/** Returns every exit that its gateway has recently reported as live and that is not draining, the oldest first. */
export async function liveExits(db: Database | DatabaseTransaction, now: Date): Promise<readonly LiveExit[]> {
  const rows = await db
    .selectFrom('exits')
    .innerJoin('gateways', 'gateways.id', 'exits.gatewayId')
    .select(['exits.id', 'exits.gatewayId', 'country', 'city', 'cityName', 'use', 'stateAt', 'lastHeardAt'])
    .where('state', '=', 'live')
    .where('paused', '=', false)
    .where('drainingUntil', 'is', null)
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

/** A home exit or a provider's endpoint that is meant to carry traffic, and whether it can now. */
export interface ExitInService {
  /** Upper case; empty for a provider that no gateway reports as live. */
  readonly country: string;
  readonly live: boolean;
}

/**
 * Returns the residential exits in service: homes that are neither paused nor draining, and providers' endpoints. Each endpoint counts once in
 * each country.
 */
export async function exitsInService(
  db: Database | DatabaseTransaction,
  now: Date,
): Promise<readonly ExitInService[]> {
  const [homes, providers, live, liveProviders] = await Promise.all([
    db
      .selectFrom('exits')
      .select(['id', 'country'])
      .where('paused', '=', false)
      .where('drainingUntil', 'is', null)
      .where('stoppedAt', 'is', null)
      .where('withdrawnAt', 'is', null)
      .execute(),
    db.selectFrom('upstreams').select('id').where('stoppedAt', 'is', null).execute(),
    liveExits(db, now),
    liveUpstreams(db, now),
  ]);
  const liveIds = new Set(live.map(({ id }) => id));
  const endpoints = new Map(
    liveProviders.map(({ upstreamId, country }) => [`${country} ${upstreamId}`, country]),
  );
  const silent = providers.filter(({ id }) => !liveProviders.some(({ upstreamId }) => upstreamId === id));
  return [
    ...homes.map(({ id, country }) => ({ country, live: liveIds.has(id) })),
    ...[...endpoints.values()].map((country) => ({ country, live: true })),
    ...silent.map(() => ({ country: '', live: false })),
  ];
}

/** A provider's endpoint that serves a country, as reported by a gateway. */
export interface LiveUpstream {
  readonly upstreamId: string;
  readonly gatewayId: string;
  /** Upper case. */
  readonly country: string;
  readonly use: 'native' | 'shared';
  /** Whether tunnels there leave by it, too. */
  readonly tunnels: boolean;
}

/**
 * Returns the endpoints of providers that a gateway has recently reported as live, one for each gateway and country. Stopped endpoints and
 * retired gateways are left out.
 */
export async function liveUpstreams(
  db: Database | DatabaseTransaction,
  now: Date,
): Promise<readonly LiveUpstream[]> {
  const rows = await db
    .selectFrom('upstreamStates')
    .innerJoin('upstreams', 'upstreams.id', 'upstreamStates.upstreamId')
    .innerJoin('gateways', 'gateways.id', 'upstreamStates.gatewayId')
    .select(['upstreamId', 'gatewayId', 'country', 'use', 'tunnels', 'stateAt'])
    .where('live', '=', true)
    .where('upstreams.stoppedAt', 'is', null)
    .where('gateways.retiredAt', 'is', null)
    .orderBy('country')
    .orderBy('upstreamId')
    .orderBy('gatewayId')
    .execute();
  return rows.flatMap(({ stateAt, ...row }) => (isOnline(stateAt, now) ? [row] : []));
}

/** A location at which metered traffic can leave a gateway now; a provider's endpoint has a country only. */
export interface LiveExitLocation {
  readonly gatewayId: string;
  readonly country: string;
  readonly city: string | null;
}

/** Returns the gateways and locations at which metered traffic can leave now, through home exits or providers' endpoints. */
export async function liveExitLocations(db: Database, now: Date): Promise<readonly LiveExitLocation[]> {
  const homes = (await liveExits(db, now)).filter(({ use }) => use === 'native');
  const providers = (await liveUpstreams(db, now)).filter(({ use }) => use === 'native');
  return [
    ...homes.map(({ gatewayId, country, city }) => ({ gatewayId, country, city })),
    ...providers.map(({ gatewayId, country }) => ({ gatewayId, country, city: null })),
  ];
}
