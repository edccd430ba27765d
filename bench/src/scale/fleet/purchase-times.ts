import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { makeSessions } from '../../api/sessions.ts';
import { purchase } from '../../faults/purchase.ts';
import type { ControlPlane } from '../../services.ts';

const pollMs = 10;
const limitMs = 60_000;

/** Buys twelve months for `count` new customers, one after the other; returns the ms from the order to the entitlement. */
export async function purchaseTimes(
  { addresses }: ControlPlane,
  client: pg.Client,
  count: number,
): Promise<readonly number[]> {
  const milliseconds: number[] = [];
  for (const buyer of await makeSessions(addresses.database, count)) {
    const began = performance.now();
    const transaction = await purchase(addresses, buyer);
    while (!(await isEntitled(client, transaction))) {
      if (performance.now() - began > limitMs) throw new Error('A purchase gave no access within a minute');
      await sleep(pollMs);
    }
    milliseconds.push(Math.round(performance.now() - began));
  }
  return milliseconds;
}

async function isEntitled(client: pg.Client, transaction: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from subscription_grants where provider = 'paddle' and transaction_id = $1`,
    [transaction],
  );
  return (rowCount ?? 0) > 0;
}
