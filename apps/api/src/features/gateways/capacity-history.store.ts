import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { deleteExpired } from '../../platform/database/partitions/delete-expired.ts';
import type { LocationHour } from './capacity-plan.ts';

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;

/** Days that the console shows; rows of a month are deleted a day after its last ones. */
export const capacityDays = 14;

/** Totals of one report of a gateway. */
interface ReportedLoad {
  readonly peers: number;
  /** Null while unknown, also below. */
  readonly loadPercent: number | null;
  readonly bytesPerSecond: number | null;
}

/** Adds a report to the row of its hour. */
export async function recordLoad(
  db: Database,
  gatewayId: string,
  { peers, loadPercent, bytesPerSecond }: ReportedLoad,
  now: Date,
): Promise<void> {
  await db
    .insertInto('gatewayHours')
    .values({
      gatewayId,
      hour: new Date(Math.floor(now.getTime() / hourMs) * hourMs),
      reports: 1,
      maxPeers: peers,
      maxLoadPercent: loadPercent,
      maxBytesPerSecond: bytesPerSecond,
    })
    .onConflict((conflict) =>
      conflict.columns(['gatewayId', 'hour']).doUpdateSet({
        reports: sql<number>`gateway_hours.reports + 1`,
        maxPeers: sql<number>`greatest(gateway_hours.max_peers, excluded.max_peers)`,
        maxLoadPercent: sql<number>`greatest(gateway_hours.max_load_percent, excluded.max_load_percent)`,
        maxBytesPerSecond: sql<number>`greatest(gateway_hours.max_bytes_per_second, excluded.max_bytes_per_second)`,
      }),
    )
    .execute();
}

/** The highest values of an hour. */
export interface CapacityHour {
  readonly hour: Date;
  readonly peers: number;
  readonly loadPercent: number | null;
  readonly bytesPerSecond: number | null;
}

const since = (now: Date): Date => new Date(now.getTime() - capacityDays * dayMs);

/** Returns the hours of one gateway in the last 14 days, oldest first; hours without a report are left out. */
export function gatewayCapacity(
  db: Database,
  gatewayId: string,
  now: Date,
): Promise<readonly CapacityHour[]> {
  return db
    .selectFrom('gatewayHours')
    .select(['hour', 'maxPeers as peers', 'maxLoadPercent as loadPercent'])
    .select('maxBytesPerSecond as bytesPerSecond')
    .where('gatewayId', '=', gatewayId)
    .where('hour', '>', since(now))
    .orderBy('hour')
    .execute();
}

/** The hours of a city: tunnels and throughput of all its gateways, and the load of the busiest. */
export async function cityCapacity(
  db: Database,
  now: Date,
): Promise<ReadonlyMap<string, readonly CapacityHour[]>> {
  const rows = await db
    .selectFrom('gatewayHours')
    .innerJoin('gateways', 'gateways.id', 'gatewayHours.gatewayId')
    .innerJoin('locations', 'locations.code', 'gateways.locationCode')
    .select(['locations.city', 'locations.countryName', 'hour'])
    .select(({ fn }) => [
      fn.sum<number>('maxPeers').as('peers'),
      fn.max('maxLoadPercent').as('loadPercent'),
      fn.sum<number | null>('maxBytesPerSecond').as('bytesPerSecond'),
    ])
    .where('hour', '>', since(now))
    .groupBy(['locations.countryName', 'locations.city', 'hour'])
    .orderBy('locations.countryName')
    .orderBy('locations.city')
    .orderBy('hour')
    .execute();
  const cities = Map.groupBy(rows, ({ city, countryName }) => `${city}, ${countryName}`);
  return new Map(
    [...cities].map(([city, hours]) => [
      city,
      hours.map(({ hour, peers, loadPercent, bytesPerSecond }) => ({
        ...{ hour, loadPercent, peers: Number(peers) },
        bytesPerSecond: bytesPerSecond === null ? null : Number(bytesPerSecond),
      })),
    ]),
  );
}

/** Time in ms without a report after which a gateway is no capacity: a restart or an upgrade is shorter. */
const lostMs = dayMs;

/**
 * Returns each location that has gateways, by its code: the number of those that accept connections, and the hours of the last 14 days,
 * with gateways that were retired since. A gateway that has not reported for a day does not count.
 */
export async function locationCapacity(
  db: Database,
  now: Date,
): Promise<
  readonly {
    readonly location: string;
    readonly gateways: number;
    readonly hours: readonly LocationHour[];
  }[]
> {
  const lostSince = new Date(now.getTime() - lostMs);
  const [locations, rows] = await Promise.all([
    db
      .selectFrom('gateways')
      .select('locationCode as location')
      .select(
        sql<number>`count(*) filter (where draining_since is null and coalesce(last_heard_at, created_at) > ${lostSince})::int`.as(
          'gateways',
        ),
      )
      .where('retiredAt', 'is', null)
      .groupBy('locationCode')
      .orderBy('locationCode')
      .execute(),
    db
      .selectFrom('gatewayHours')
      .innerJoin('gateways', 'gateways.id', 'gatewayHours.gatewayId')
      .select(['gateways.locationCode as location', 'hour'])
      .select(({ fn }) => [
        fn.sum<number>('maxPeers').as('peers'),
        fn.sum<number | null>('maxLoadPercent').as('loadPercent'),
        fn.sum<number | null>('maxBytesPerSecond').as('bytesPerSecond'),
      ])
      .where('hour', '>', since(now))
      .groupBy(['gateways.locationCode', 'hour'])
      .execute(),
  ]);
  const hours = Map.groupBy(rows, ({ location }) => location);
  return locations.map(({ location, gateways }) => ({
    ...{ location, gateways },
    hours: (hours.get(location) ?? []).map(({ hour, peers, loadPercent, bytesPerSecond }) => ({
      ...{ hour, peers: Number(peers) },
      loadPercent: numberOf(loadPercent),
      bytesPerSecond: numberOf(bytesPerSecond),
    })),
  }));
}

/** PostgreSQL's sums of whole numbers are texts. */
const numberOf = (sum: number | null): number | null => (sum === null ? null : Number(sum));

/** Deletes the months of which no hour is shown any more. */
export function deleteOldHours(db: Database, now: Date): Promise<unknown> {
  return deleteExpired(db, {
    ...{ table: 'gateway_hours', rows: 'gatewayHours', key: ['gatewayId', 'hour'], by: 'hour' },
    before: new Date(since(now).getTime() - dayMs),
  });
}
