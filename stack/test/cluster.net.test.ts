import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import { type Customer, newCustomer, payByCard } from '@comet/e2e';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failCluster } from '../src/cluster/failures.ts';
import { missingClusterPrerequisites } from '../src/cluster/prerequisites.ts';
import { type Cluster, startCluster } from '../src/cluster/start-cluster.ts';
import { freePortBlock } from '../src/toolchain/ports.ts';

const missing = await missingClusterPrerequisites();
const print = (line: string): void => console.log(line);

// Not skipIf: nothing is skipped if all prerequisites exist; otherwise the reason is reported.
test.for(missing === null ? [] : [missing])('a cluster of three databases', (reason, { skip }) =>
  skip(reason),
);

describe.skipIf(missing !== null)('a cluster of three databases', () => {
  let state = '';
  let cluster: Cluster;

  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), 'comet-cluster-'));
    await chmod(state, 0o755);
    cluster = await startCluster({ state, port: await freePortBlock(), print });
  });
  afterAll(async () => {
    await cluster?.stop();
    await rm(state, { recursive: true, force: true });
  });

  test('accepts writes within 30 s of the leader’s end, and has every payment once', async () => {
    const [before, during] = [await newCustomer(cluster.addresses), await newCustomer(cluster.addresses)];
    await payByCard(cluster.addresses, before);
    const purchase = payByCard(cluster.addresses, during).then(
      () => true,
      () => false,
    );
    // Anywhere between the order and the provider's webhook.
    await sleep(300 * Math.random());
    const report = await failCluster(cluster, 'leader', 1, print);
    expect(report.leaderAfter).not.toBe(report.leaderBefore);
    expect(report.writes.failures).toBeGreaterThan(0);
    expect(report.writes.restoredAfterMs).toBeLessThan(30_000);
    expect(report.requests.restoredAfterMs).toBeLessThan(35_000);
    expect(report.lostWrites).toBe(0);
    if (!(await purchase) && !(await becomesActive(during))) await payByCard(cluster.addresses, during);
    const purchases = await bought(cluster.addresses.database);
    expect(purchases).toHaveLength(2);
    for (const one of purchases) expect(one).toMatchObject({ paid: 1, periods: 1, booked: 1 });
  });

  test('loses no acknowledged write when the leader is cut off and comes back', async () => {
    const report = await failCluster(cluster, 'partition', 1, print);
    expect(report.leaderAfter).not.toBe(report.leaderBefore);
    expect(report.writes.restoredAfterMs).toBeLessThan(30_000);
    expect(report.lostWrites).toBe(0);
    const roles = (await cluster.members()).map(({ name, role }) => `${name} ${role}`);
    expect(roles).toContain(`${report.leaderAfter} leader`);
  });

  test('serves requests while one replica of the API is down', async () => {
    const report = await failCluster(cluster, 'api', 1, print);
    expect(report.target).toContain('api-1');
    expect(report.writes.failures).toBe(0);
    expect(report.requests.restoredAfterMs).toBeLessThan(5_000);
    await newCustomer(cluster.addresses);
  });
});

/** Waits for as long as the provider takes to repeat a webhook. */
async function becomesActive({ client }: Customer): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { subscription } = await client.call(api.showSubscription, {});
    if (subscription?.state === 'active') return true;
    await sleep(200);
  }
  return false;
}

/** Returns the number of paid orders, subscription periods and ledger entries of every customer. */
async function bought(connectionString: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(
      `select email,
        (select count(*)::int from orders where user_id = users.id and state = 'paid') as paid,
        (select count(*)::int from subscription_grants join subscriptions on subscriptions.id = subscription_id
          where subscriptions.user_id = users.id) as periods,
        (select count(*)::int from ledger_entries join orders on orders.id = order_id
          where orders.user_id = users.id and ledger_entries.kind = 'payment') as booked
       from users`,
    );
    return rows;
  } finally {
    await client.end();
  }
}
