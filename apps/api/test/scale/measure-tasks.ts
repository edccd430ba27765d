import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import { backgroundTasks } from '../fixture/background-tasks.ts';
import { sql } from 'kysely';
import type { Meter, OperationFigures } from '@comet/testing/meter';

/**
 * Measures every scheduled and repeated task of the background work: the first run has the data set's due rows, the third has none that
 * are due. Calls of the payment provider fail at once.
 */
export async function* measureTasks(under: ApiUnderTest, meter: Meter): AsyncGenerator<OperationFigures> {
  await finishFirstRuns(under.dependencies);
  const { scheduled, repeated } = await backgroundTasks(under);
  for (const { name, run } of [...scheduled, ...repeated]) {
    const call = (): Promise<string> =>
      run().then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    const examined = await examinedBy(under, name);
    const due = await meter.measure('task', `${name}: rows are due`, call, [0]);
    yield { ...due, ...examined };
    await call();
    await vacuum(under.dependencies.db, due);
    yield { ...(await meter.measure('task', `${name}: none is due`, call, [1])), ...examined };
  }
}

/**
 * Marks as done what a task does once for all rows, and is no periodic work: the credentials of a new gateway, and after an update the
 * proxy users of an earlier release and the events without an order. A thousand rows remain of each of the last two.
 */
async function finishFirstRuns({ db, clock }: ApiUnderTest['dependencies']): Promise<void> {
  const now = clock.now();
  await db.updateTable('gateways').set({ credentialsAt: now }).where('credentialsAt', 'is', null).execute();
  await sql`
    update proxy_users set shared_at = ${now} where shared_at is null
      and id not in (select id from proxy_users where shared_at is null order by id limit 1000)`.execute(db);
  await sql`
    insert into job_positions (job, worked_until)
    select 'stray-events', received_at from provider_events where received_at < ${now}::timestamptz - interval '30 days'
    order by received_at desc offset 1000 limit 1`.execute(db);
}

/**
 * Counts the rows that a task has to read. That of events without an order compares each event of the last day with the orders and returns
 * those without one; there is none in the data set.
 */
async function examinedBy(
  { dependencies: { db }, clock }: ApiUnderTest,
  task: string,
): Promise<{ readonly examined?: number }> {
  if (task !== 'events-of-day-without-order') return {};
  const { rows } = await sql<{ events: number }>`
    select count(*)::int as events from provider_events
    where received_at >= ${clock.now()}::timestamptz - interval '1 day' and received_at <= ${clock.now()}`.execute(
    db,
  );
  return { examined: rows[0]?.events ?? 0 };
}

const changes = /(?:delete from|update|insert into)\s+"?([a-z_]+)"?/g;

/** Removes the deleted rows of the tables that a task has changed, and updates their statistics, as autovacuum would. */
async function vacuum(
  db: ApiUnderTest['dependencies']['db'],
  { statements }: OperationFigures,
): Promise<void> {
  const changed = statements.flatMap(({ text }) => [...text.matchAll(changes)].map(([, table]) => table));
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any(${[...new Set(changed)]}::text[])`.execute(
    db,
  );
  for (const { name } of rows) await sql`vacuum (analyze, index_cleanup on) ${sql.table(name)}`.execute(db);
}
