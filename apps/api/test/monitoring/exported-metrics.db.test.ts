import { api } from '@comet/contract';
import { createMetrics } from '@comet/observability';
import { scrape } from '@comet/observability/scrape';
import { silentLog } from '@comet/foundation/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerMetrics } from '../../src/features/monitoring/index.ts';
import { connectionsOf } from '../../src/platform/database/database.ts';
import { jobKind, type Jobs, startJobs } from '../../src/platform/jobs/jobs.ts';
import { registerConnectionMetrics, measureJobs } from '../../src/platform/process-metrics.ts';
import { type ApiUnderTest, makeGateway, makeUser, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
let jobs: Jobs;
const runs = createMetrics();
const letters = jobKind<{ letter: string }>('test.letters', { retries: 0, firstPause: 1 });
beforeAll(async () => {
  under = await startApi();
  const { databaseUrl } = under.dependencies.settings;
  jobs = await startJobs({ databaseUrl, log: silentLog, around: measureJobs(runs, null) });
});
afterAll(async () => {
  await jobs.stop();
  await under.stop();
});

/** Runs the queries of the metrics and returns the lines with this prefix. */
async function exportedLines(prefix: string): Promise<string[]> {
  const metrics = createMetrics();
  registerMetrics({ ...under.dependencies, metrics });
  return scrape(metrics, prefix);
}

test('exports due jobs and the age of the oldest, without those of the future', async () => {
  await under.dependencies.db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, letters, { letter: 'a' });
    await jobs.enqueue(trx, letters, { letter: 'b' });
    await jobs.enqueue(trx, letters, { letter: 'c' }, { startAfter: new Date(Date.now() + 3_600_000) });
  });
  expect(await exportedLines('comet_api_jobs_waiting{kind="test.letters"}')).toEqual([
    'comet_api_jobs_waiting{kind="test.letters"} 2',
  ]);
  const [age] = await exportedLines('comet_api_job_oldest_seconds{kind="test.letters"}');
  expect(Number(age?.split(' ')[1])).toBeGreaterThanOrEqual(0);
  expect(Number(age?.split(' ')[1])).toBeLessThan(60);
});

test('counts completed and failed jobs', async () => {
  await jobs.work(letters, async ({ letter }) => {
    if (letter === 'b') throw new Error('no stamp');
  });
  const count = async (outcome: string) =>
    (await scrape(runs, `comet_api_jobs_total{kind="test.letters",outcome="${outcome}"}`))[0]?.split(' ')[1];
  await expect.poll(() => Promise.all([count('completed'), count('failed')])).toEqual(['1', '1']);
});

test('exports stored payment notifications and their lag until they are processed', async () => {
  const { db } = under.dependencies;
  expect(await exportedLines('comet_api_webhook')).toEqual([
    'comet_api_webhooks_waiting{provider="paddle"} 0',
    'comet_api_webhooks_waiting{provider="coingate"} 0',
    'comet_api_webhook_lag_seconds{provider="paddle"} 0',
    'comet_api_webhook_lag_seconds{provider="coingate"} 0',
  ]);
  const receivedAt = new Date(under.clock.now().getTime() - 90_000);
  const event = {
    eventType: 'transaction.completed',
    occurredAt: receivedAt,
    receivedAt,
    payload: '{}',
    event: null,
  };
  await db
    .insertInto('providerEvents')
    .values({ ...event, provider: 'paddle', eventId: 'evt_1' })
    .execute();
  expect(await exportedLines('comet_api_webhook')).toEqual(
    expect.arrayContaining([
      'comet_api_webhooks_waiting{provider="paddle"} 1',
      'comet_api_webhook_lag_seconds{provider="paddle"} 90',
    ]),
  );
  await db.updateTable('providerEvents').set({ processedAt: under.clock.now() }).execute();
  expect(await exportedLines('comet_api_webhooks_waiting{provider="paddle"}')).toEqual([
    'comet_api_webhooks_waiting{provider="paddle"} 0',
  ]);
});

test('exports each gateway in service, and none that is retired', async () => {
  const { db } = under.dependencies;
  const { id } = await makeGateway(under);
  under.clock.advance(30_000);
  const labels = `{gateway="${id}",location="nl-ams"}`;
  expect(await exportedLines('comet_api_gateway_')).toEqual([
    `comet_api_gateway_tunnels${labels} 0`,
    `comet_api_gateway_load_percent${labels} 5`,
    `comet_api_gateway_up${labels} 1`,
    `comet_api_gateway_silent_seconds${labels} 30`,
    `comet_api_gateway_feed_fault${labels} 0`,
  ]);
  await db.updateTable('gateways').set({ retiredAt: under.clock.now() }).execute();
  expect(await exportedLines('comet_api_gateway_')).toEqual([]);
});

test('counts no tunnels of a gateway without a recent report, except while it rejects its feed', async () => {
  const { db } = under.dependencies;
  await makeGateway(under);
  const tunnels = async () =>
    (await exportedLines('comet_api_gateway_tunnels')).map((line) => line.split(' ')[1]);
  await db.updateTable('gateways').set({ peers: 32 }).execute();
  expect(await tunnels()).toEqual(['32']);
  // As the report of a gateway with a feed fault stores it.
  await db.updateTable('gateways').set({ lastHeardAt: null, feedFault: 'unsigned' }).execute();
  under.clock.advance(11_000);
  expect(await tunnels()).toEqual(['32']);
  await db.updateTable('gateways').set({ lastHeardAt: under.clock.now(), feedFault: null }).execute();
  under.clock.advance(91_000);
  expect(await tunnels()).toEqual(['0']);
});

test('exports the money of the last hour by provider', async () => {
  const { db } = under.dependencies;
  const entry = { reference: null, orderId: null, product: 'month', tax: 0, currency: 'USD' } as const;
  const at = (minutes: number) => {
    const time = new Date(under.clock.now().getTime() - minutes * 60_000);
    return { happenedAt: time, bookedAt: time };
  };
  await db
    .insertInto('ledgerEntries')
    .values([
      { ...entry, ...at(10), provider: 'paddle', kind: 'payment', amount: 1199 },
      { ...entry, ...at(50), provider: 'paddle', kind: 'payment', amount: 5988 },
      { ...entry, ...at(20), provider: 'paddle', kind: 'refund', amount: -1199 },
      { ...entry, ...at(61), provider: 'paddle', kind: 'payment', amount: 8376 },
    ])
    .execute();
  expect((await exportedLines('comet_api_money_last_hour_minor_units')).toSorted()).toEqual([
    'comet_api_money_last_hour_minor_units{provider="coingate",kind="payment",currency="USD"} 0',
    'comet_api_money_last_hour_minor_units{provider="paddle",kind="payment",currency="USD"} 7187',
    'comet_api_money_last_hour_minor_units{provider="paddle",kind="refund",currency="USD"} -1199',
  ]);
});

test('exports exits by state, from zero', async () => {
  expect(await exportedLines('comet_api_exits')).toEqual([
    'comet_api_exits{state="live"} 0',
    'comet_api_exits{state="paused"} 0',
    'comet_api_exits{state="down"} 0',
    'comet_api_exits{state="silent"} 0',
  ]);
});

test('exports the database pool', async () => {
  const { db } = under.dependencies;
  const metrics = createMetrics();
  registerConnectionMetrics(metrics, () => connectionsOf(db));
  const held = await db
    .transaction()
    .execute(() => scrape(metrics, 'comet_api_db_connections{state="used"}'));
  expect(Number(held[0]?.split(' ')[1])).toBeGreaterThan(0);
  expect(await scrape(metrics, 'comet_api_db_waiting')).toEqual(['comet_api_db_waiting 0']);
});

test('counts refused logins by code', async () => {
  const user = await makeUser(under);

  await under.call(api.logIn, { body: { email: user.email, password: 'not the password' } });
  const series =
    'comet_api_refusals_total{method="POST",route="/api/v1/users/tokens",code="wrong_credentials"}';
  expect(await scrape(under.dependencies.metrics, series)).toEqual([`${series} 1`]);
});

test('exports the streams of the change feed and removes a closed one', async () => {
  const gateway = await makeGateway(under, 'jp-tyo');
  const stop = new AbortController();
  const response = await fetch(`${under.baseUrl}${api.followFeed.path}?cursor=0`, {
    headers: { authorization: `Bearer ${gateway.token}`, 'x-forwarded-for': '10.99.0.1' },
    signal: stop.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  const { metrics } = under.dependencies;
  const [lag] = await scrape(metrics, `comet_api_feed_lag_seconds{gateway="${gateway.id}"}`);
  expect(Number(lag?.split(' ')[1])).toBeLessThan(20);
  expect(await scrape(metrics, 'comet_api_feed_streams')).toEqual(['comet_api_feed_streams 1']);
  stop.abort();

  await expect.poll(() => scrape(metrics, 'comet_api_feed_streams')).toEqual(['comet_api_feed_streams 0']);
});
