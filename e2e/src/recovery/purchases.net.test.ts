import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import { freePortBlock, type RunningStack, startStack } from '@comet/stack';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customer, newCustomer, payByCard } from '../support/customer.ts';

let stack: RunningStack;

beforeAll(async () => {
  const state = await mkdtemp(join(tmpdir(), 'comet-recovery-'));
  stack = await startStack({ state, port: await freePortBlock(), lab: false });
}, 120_000);
afterAll(async () => {
  await stack?.stop();
  await rm(stack?.stateDir ?? '', { recursive: true, force: true });
});

async function kill(part: string): Promise<void> {
  const { pids } = JSON.parse(await readFile(join(stack.stateDir, 'stack.json'), 'utf8')) as {
    pids: Record<string, number>;
  };
  process.kill(pids[part] ?? 0, 'SIGKILL');
}

/** Returns the number of paid orders and of subscription periods of every customer. */
async function entitlements(): Promise<readonly { email: string; paid: number; periods: number }[]> {
  const client = new pg.Client({ connectionString: stack.addresses.database });
  await client.connect();
  try {
    const { rows } = await client.query<{ email: string; paid: number; periods: number }>(
      `select email,
        (select count(*)::int from orders where user_id = users.id and state = 'paid') as paid,
        (select count(*)::int from subscription_grants join subscriptions on subscriptions.id = subscription_id
          where subscriptions.user_id = users.id) as periods
       from users order by email`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

test('purchases in flight when PostgreSQL, sandbox and API are killed end paid once or clearly unpaid', async () => {
  const customers = await Promise.all(Array.from({ length: 9 }, () => newCustomer(stack.addresses)));
  const outcomes = customers.map(async (customer, index) => {
    await sleep(index * 150);
    await payByCard(stack.addresses, customer);
  });
  const settled = Promise.allSettled(outcomes);
  for (const part of ['sandbox', 'postgres', 'api']) {
    await sleep(400);
    await kill(part);
  }
  const results = await settled;
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  const interrupted = customers.filter((_, index) => results[index]?.status === 'rejected');
  // An interrupted purchase may be paid: it then becomes active without the customer. Otherwise the customer pays again.
  await Promise.all(
    interrupted.map(async (customer) => {
      if (!(await becomesActive(customer))) await payByCard(stack.addresses, customer);
    }),
  );
  const bought = await entitlements();
  expect(bought.map(({ paid, periods }) => ({ paid, periods }))).toEqual(
    customers.map(() => ({ paid: 1, periods: 1 })),
  );
}, 180_000);

const isReady = (): Promise<boolean> =>
  fetch(`${stack.addresses.api}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Waits for as long as the provider takes to repeat a webhook. */
async function becomesActive(customer: Customer): Promise<boolean> {
  for (let tries = 0; tries < 60; tries += 1) {
    const { subscription } = await customer.client.call(api.showSubscription, {});
    if (subscription?.state === 'active') return true;
    await sleep(250);
  }
  return false;
}
