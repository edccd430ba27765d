import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChangeLog } from '../../src/features/gateways/feed/change-log.ts';
import {
  changesAfter,
  type FeedPage,
  pagesAfter,
} from '../../src/features/gateways/feed/feed-pages.store.ts';
import { pruneChanges } from '../../src/features/gateways/index.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
let gateways: readonly string[];
beforeAll(async () => {
  under = await startApi();
  gateways = [(await makeGateway(under)).id, (await makeGateway(under, 'jp-tyo')).id];
});
afterAll(() => under.stop());

/** Adds changes of both gateways and broadcasts in turn. */
const addChanges = (count: number, notBefore: number) =>
  sql`
    insert into gateway_changes (gateway_id, sub, slot, not_before)
    select (array[${gateways[0]}, ${gateways[1]}, null]::uuid[])[1 + n % 3], lpad(n::text, 22, '0'), n % 256, ${notBefore}::bigint
    from generate_series(1, ${count}::int) n`.execute(under.dependencies.db);

const now = () => Math.floor(under.clock.now().getTime() / 1000);

/** Follows both gateways from each cursor to the end. Returns the cursors and predecessors of the changes, by gateway and start. */
async function follow(
  read: (positions: { gatewayId: string; cursor: number }[]) => Promise<readonly FeedPage[]>,
  starts: readonly number[],
) {
  const followed: unknown[] = [];
  for (const gatewayId of gateways)
    for (const start of starts) {
      const found: unknown[] = [];
      for (let cursor = start, isComplete = false; !isComplete; ) {
        const [page] = await read([{ gatewayId, cursor }]);
        if (page?.kind !== 'changes') {
          found.push(page);
          break;
        }
        found.push(...page.changes.map((change) => [change.cursor, change.previous]));
        ({ cursor, isComplete } = page);
      }
      followed.push([gatewayId, start, found]);
    }
  return followed;
}

test('pages from memory are those of the database, also where older changes are no longer kept', async () => {
  const { db } = under.dependencies;
  const broadcasts: number[] = [];
  const record = (changes: readonly { readonly cursor: number }[] | null) =>
    void broadcasts.push(...(changes ?? []).map(({ cursor }) => cursor));
  const log = new ChangeLog(db, record, 300);
  const whole = new ChangeLog(db, () => undefined);
  const inLog = (one: ChangeLog) => (positions: Parameters<typeof pagesAfter>[1]) =>
    one.pagesAfter(positions);
  await addChanges(10, now());
  const first = await pagesAfter(db, [{ gatewayId: gateways[0]!, cursor: 0 }]);
  const top = first[0]?.kind === 'changes' ? first[0].cursor : 0;
  await Promise.all([log, whole].map((one) => one.pagesAfter([])));
  for (const count of [100, 700, 5_000]) {
    await addChanges(count, now());
    const starts = [0, top - 3, top, top + 1, top + 50, top + 400, top + count - 1];
    const expected = await follow((positions) => pagesAfter(db, positions), starts);
    expect(await follow(inLog(log), starts)).toEqual(expected);
    expect(await follow(inLog(whole), starts)).toEqual(expected);
  }
  // Each broadcast once, in order.
  expect(broadcasts).toEqual([...new Set(broadcasts)].toSorted((one, other) => one - other));
  expect(broadcasts.length).toBeGreaterThan(1_900);
  // Below deleted changes both need a snapshot.
  under.clock.advance(30 * 3_600_000);
  await pruneChanges(db, under.clock.now());
  await addChanges(20, now());
  const starts = [top, top + 5_000];
  const expected = await follow((positions) => pagesAfter(db, positions), starts);
  expect(await follow(inLog(log), starts)).toEqual(expected);
  expect(await follow(inLog(new ChangeLog(db, () => undefined)), starts)).toEqual(expected);
});

test('PostgreSQL plans the read of new changes for the first executions only', async () => {
  await addChanges(30_000, now());
  // A connection of its own: the costs of its first executions, of which the average counts, are those of many rows.
  const db = openDatabase(under.dependencies.settings.databaseUrl, {
    connections: 1,
    onError: () => undefined,
  });
  await sql`analyze gateway_changes`.execute(db);
  await db.transaction().execute(async (trx) => {
    const { rows: top } = await sql<{ id: string }>`select max(id) as id from gateway_changes`.execute(trx);
    const genericPlans = async () => {
      const { rows } = await sql<{ plans: number }>`
        select generic_plans::int as plans from pg_prepared_statements where name = 'feed-log'`.execute(trx);
      return rows[0]?.plans ?? 0;
    };
    const before = await genericPlans();
    for (let reads = 0; reads < 12; reads += 1) await changesAfter(trx, Number(top[0]?.id) - 1);
    expect((await genericPlans()) - before).toBeGreaterThanOrEqual(6);
  });
  await db.destroy();
});
