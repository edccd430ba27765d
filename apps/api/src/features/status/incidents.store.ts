import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { firstDay, minOutage } from './history.store.ts';

/** At most this many are shown. */
const maxIncidents = 100;

export interface Incident {
  readonly id: string;
  readonly subject: string | null;
  /** Null for a measured outage. */
  readonly title: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly updates: readonly { readonly at: Date; readonly text: string }[];
}

/** Returns the incidents of the last 90 days, newest first, with their updates, oldest first. */
export async function recentIncidents(db: Database, now: Date): Promise<readonly Incident[]> {
  const since = new Date(`${firstDay(now)}T00:00:00Z`);
  const rows = await db
    .selectFrom('statusIncidents')
    .select(['id', 'subject', 'title', 'startedAt', 'endedAt'])
    .where((is) => is.or([is('endedAt', 'is', null), is('endedAt', '>=', since)]))
    .where((is) =>
      is.or([
        is('title', 'is not', null),
        sql<boolean>`coalesce(ended_at, ${now}) - started_at >= ${minOutage}`,
      ]),
    )
    // What an operator reports stays in the list while it lasts.
    .orderBy(sql`title is not null and ended_at is null`, 'desc')
    .orderBy('startedAt', 'desc')
    .orderBy('id')
    .limit(maxIncidents)
    .execute();
  const incidents = rows.toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime());
  if (incidents.length === 0) return [];
  const updates = await db
    .selectFrom('statusIncidentUpdates')
    .select(['incidentId', 'postedAt', 'body'])
    .where(
      'incidentId',
      'in',
      incidents.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  const byIncident = Map.groupBy(updates, ({ incidentId }) => incidentId);
  return incidents.map((incident) => ({
    ...incident,
    updates: (byIncident.get(incident.id) ?? []).map(({ postedAt, body }) => ({ at: postedAt, text: body })),
  }));
}

/** Stores an incident that an operator reports, and returns its id. */
export async function openIncident(
  trx: DatabaseTransaction,
  incident: { readonly title: string; readonly subject: string | null; readonly startedAt: Date },
): Promise<string> {
  const { id } = await trx
    .insertInto('statusIncidents')
    .values({ ...incident, lastDownAt: null, endedAt: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns an incident and locks it; undefined if there is none. */
export async function lockIncident(trx: DatabaseTransaction, id: string) {
  return trx
    .selectFrom('statusIncidents')
    .select(['title', 'endedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function addUpdate(
  trx: DatabaseTransaction,
  update: { readonly incidentId: string; readonly postedAt: Date; readonly body: string },
): Promise<void> {
  await trx.insertInto('statusIncidentUpdates').values(update).execute();
}

export async function endIncident(trx: DatabaseTransaction, id: string, endedAt: Date): Promise<void> {
  await trx.updateTable('statusIncidents').set({ endedAt }).where('id', '=', id).execute();
}
