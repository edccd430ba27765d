import { api } from '@comet/contract';
import { createMetrics } from '@comet/observability';
import { scrape } from '@comet/observability/scrape';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerMetrics } from '../../src/features/monitoring/index.ts';
import { measureStatus } from '../../src/features/status/index.ts';
import { gatewaysDown, placedGateways } from '../../src/operator-console/pages/gateway-state.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

/** The state that each reader reports for the gateways of `nl-ams` now. */
async function allReaders() {
  const { db } = under.dependencies;
  const now = under.clock.now();
  const metrics = createMetrics();
  registerMetrics({ ...under.dependencies, metrics });
  const lines = await scrape(metrics, 'comet_api_');
  const status = await under.call(api.showStatus, {});
  await measureStatus(under.dependencies);
  const days = await db
    .selectFrom('statusDays')
    .select(['working', 'degraded', 'down'])
    .where('subject', '=', 'nl-ams')
    .executeTakeFirst();
  return {
    alerts: {
      down: lines.filter((line) => line.startsWith('comet_api_gateway_up') && line.endsWith(' 0')).length,
      city: lines.find((line) => line.startsWith('comet_api_location_state{location="nl-ams"')),
      part: lines.find((line) => line.startsWith('comet_api_part_state{part="gateways"')),
    },
    console: gatewaysDown(await placedGateways(db), now).count,
    status: (
      status.json as { cities: { code: string; state: string; working: number; all: number }[] }
    ).cities
      .filter(({ code }) => code === 'nl-ams')
      .map(({ state, working, all }) => [state, all - working]),
    days,
  };
}

const expected = (state: string, down: number, days: object) => ({
  alerts: {
    down,
    city: `comet_api_location_state{location="nl-ams",state="${state}"} 1`,
    part: `comet_api_part_state{part="gateways",state="${state}"} 1`,
  },
  console: down,
  status: [[state, down]],
  days,
});

test('status page, its history, metrics of alerts and console agree on what is down', async () => {
  const { db } = under.dependencies;
  const [first, second] = [await makeGateway(under), await makeGateway(under)];
  const heard = (id: string, lastHeardAt: Date | null) =>
    db.updateTable('gateways').set({ lastHeardAt }).where('id', '=', id).execute();
  // The first minute after a pause is not counted: gateways could not report before.
  await measureStatus(under.dependencies);
  under.clock.advance(60_000);
  expect(await allReaders()).toEqual(expected('working', 0, { working: 1, degraded: 0, down: 0 }));

  under.clock.advance(60_000);
  await heard(first.id, under.clock.now());
  under.clock.advance(60_000);
  expect(await allReaders()).toEqual(expected('degraded', 1, { working: 1, degraded: 1, down: 0 }));

  under.clock.advance(60_000);
  expect(await allReaders()).toEqual(expected('down', 2, { working: 1, degraded: 1, down: 1 }));

  // Maintenance of the only gateway that does not report is no outage.
  await heard(first.id, under.clock.now());
  await db
    .updateTable('gateways')
    .set({ drainingSince: under.clock.now() })
    .where('id', '=', second.id)
    .execute();
  under.clock.advance(60_000);
  expect(await allReaders()).toEqual(expected('working', 0, { working: 2, degraded: 1, down: 1 }));
});
