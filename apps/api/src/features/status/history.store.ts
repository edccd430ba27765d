import { STATUS_DAYS } from '@comet/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A shorter measured outage counts in its day's minutes, but is no incident. */
export const minOutage = sql<string>`interval '5 minutes'`;

/**
 * After a longer pause the API was not running. Gateways can't report to a stopped API, so the first minute after it has no information about
 * them, and an outage that was open before it ends where it was last seen.
 */
const maxPauseMs = 3 * minuteMs;

/** The state of a part or a location in one minute. */
export interface SubjectState {
  readonly subject: string;
  readonly state: 'working' | 'degraded' | 'down';
}

/** The subject that is measured whenever the API runs. */
const always = 'accounts';

/** The first of the days that are kept, in UTC: `2026-11-22`. */
export const firstDay = (now: Date): string => dayOf(new Date(now.getTime() - (STATUS_DAYS - 1) * dayMs));

/** Returns the UTC date as `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Counts the minute of `now` for these subjects, and opens, extends and ends their outages. A minute that was counted is left as it is. */
export async function recordMinute(db: Database, now: Date, states: readonly SubjectState[]): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('status history', 0))`.execute(trx);
    const last = await trx
      .selectFrom('statusDays')
      .select((select) => select.fn.max('measuredAt').as('at'))
      .where('subject', '=', always)
      .executeTakeFirstOrThrow();
    const pauseMs = minute.getTime() - (last.at?.getTime() ?? 0);
    if (pauseMs <= 0) return;
    const hasPaused = pauseMs > maxPauseMs;
    if (hasPaused) await endOutagesBefore(trx, minute);
    const counted = states.filter(({ subject }) => !hasPaused || subject === always);
    await countMinute(trx, minute, counted);
    await recordOutages(trx, minute, counted);
  });
}

async function countMinute(
  trx: DatabaseTransaction,
  minute: Date,
  states: readonly SubjectState[],
): Promise<void> {
  if (states.length === 0) return;
  const is = (state: SubjectState['state'], wanted: SubjectState['state']): number =>
    state === wanted ? 1 : 0;
  await trx
    .insertInto('statusDays')
    .values(
      states.map(({ subject, state }) => ({
        subject,
        day: dayOf(minute),
        working: is(state, 'working'),
        degraded: is(state, 'degraded'),
        down: is(state, 'down'),
        measuredAt: minute,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['subject', 'day']).doUpdateSet(({ ref }) => ({
        working: sql`${ref('statusDays.working')} + ${ref('excluded.working')}`,
        degraded: sql`${ref('statusDays.degraded')} + ${ref('excluded.degraded')}`,
        down: sql`${ref('statusDays.down')} + ${ref('excluded.down')}`,
        measuredAt: ref('excluded.measuredAt'),
      })),
    )
    .execute();
}

async function recordOutages(
  trx: DatabaseTransaction,
  minute: Date,
  states: readonly SubjectState[],
): Promise<void> {
  const down = states.filter(({ state }) => state === 'down').map(({ subject }) => subject);
  // Also of subjects that are no longer measured: a location whose gateway was retired.
  await trx
    .updateTable('statusIncidents')
    .set({ endedAt: minute })
    .where('title', 'is', null)
    .where('endedAt', 'is', null)
    .$if(down.length > 0, (query) => query.where('subject', 'not in', down))
    .execute();
  if (down.length === 0) return;
  await trx
    .insertInto('statusIncidents')
    .values(
      down.map((subject) => ({
        subject,
        title: null,
        startedAt: minute,
        lastDownAt: minute,
        endedAt: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .where('title', 'is', null)
        .where('endedAt', 'is', null)
        .doUpdateSet({ lastDownAt: minute }),
    )
    .execute();
}

/** Ends measured outages where they were last seen. */
async function endOutagesBefore(trx: DatabaseTransaction, minute: Date): Promise<void> {
  await trx
    .updateTable('statusIncidents')
    .set({ endedAt: sql<Date>`last_down_at + interval '1 minute'` })
    .where('title', 'is', null)
    .where('endedAt', 'is', null)
    .where('lastDownAt', '<', minute)
    .execute();
}

export interface MeasuredDay {
  readonly subject: string;
  readonly day: string;
  readonly working: number;
  readonly degraded: number;
  readonly down: number;
}

/** Returns the measured days of the last 90, oldest first. */
export async function measuredDays(db: Database, now: Date): Promise<readonly MeasuredDay[]> {
  return db
    .selectFrom('statusDays')
    .select(['subject', 'working', 'degraded', 'down'])
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .where('day', '>=', firstDay(now))
    .orderBy('statusDays.day')
    .execute();
}

/** Deletes days, and incidents that ended, before the last 90 days; and outages too short to be shown, a day after their end. */
export async function deleteOldHistory(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('statusDays').where('day', '<', firstDay(now)).execute();
  await db
    .deleteFrom('statusIncidents')
    .where('endedAt', '<', new Date(`${firstDay(now)}T00:00:00Z`))
    .execute();
  await db
    .deleteFrom('statusIncidents')
    .where('title', 'is', null)
    .where('endedAt', '<', new Date(now.getTime() - dayMs))
    .where(({ eb }) => eb(sql`ended_at - started_at`, '<', minOutage))
    .execute();
}
