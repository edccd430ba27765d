import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import type { Addresses } from '@comet/stack';
import { sendWave } from './http-load.ts';
import type { Bench } from '../bench.ts';
import { quantile } from '../report.ts';
import { type BenchSession, makeSessions, requestBytes } from './sessions.ts';
import { randomUUID } from 'node:crypto';
import pg from 'pg';

const workers = 2;
const pauseMs = 50;
const amounts = {
  full: { rounds: 5, payments: 100, owners: 50, seconds: 5 },
  smoke: { rounds: 1, payments: 3, owners: 2, seconds: 0.3 },
};
const limitMs = 300;

/** The latency of sign-ins while a hundred payments wait for a provider that accepts calls without responding. */
export const paymentsBench: Bench = {
  name: 'payments',
  metric: "99th percentile of a sign-in's time with 100 payments at a provider that does not answer",
  unit: 'ms',
  better: 'lower',
  measure: ({ log, extent, controlPlane }) =>
    controlPlane(async ({ addresses }) => {
      const { rounds, payments, seconds, ...amount } = amounts[extent];
      const owners = await makeOwners(addresses, amount.owners);
      const payers = await makeSessions(addresses.database, payments);
      const ours: number[] = [];
      const quiet: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const drafts = await Promise.all(payers.map((payer) => draftOrder(addresses, payer)));
        quiet.push(await signInTime(addresses, owners, seconds, 2 * round));
        await leaveUnanswered(addresses, 10_000);
        const paying = drafts.map((pay) => pay());
        await sleep(500);
        ours.push(await signInTime(addresses, owners, seconds, 2 * round + 1));
        const statuses = await Promise.all(paying);
        if (statuses.some((status) => status !== 503))
          throw new Error(`Payments at a provider that does not answer ended with ${statuses.join(', ')}`);
        await leaveUnanswered(addresses, 0);
        log(`round ${round}: ${ours.at(-1)} ms with ${payments} payments, ${quiet.at(-1)} ms in quiet`);
      }
      const limit = `limit of ${limitMs} ms`;
      const peers = { [limit]: ours.map(() => limitMs), 'in quiet': quiet };
      return [{ case: 'sign-in, 99th percentile', ours, peers, target: { [limit]: 1 } }];
    }),
};

/** Makes the sandbox's Paddle leave the next `count` calls without a response. */
async function leaveUnanswered(addresses: Addresses, count: number): Promise<void> {
  const response = await fetch(`${addresses.sandbox}/control/paddle/fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'timeout', count }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}`);
}

/** Drafts an order. The returned function pays it by card and returns the response's status. */
async function draftOrder(addresses: Addresses, payer: BenchSession): Promise<() => Promise<number>> {
  const post = (path: string, body: object) =>
    fetch(`${addresses.api}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${payer.token}`,
        'app-identifier': payer.deviceId,
        'x-forwarded-for': payer.address,
      },
      body: JSON.stringify(body),
    });
  const made = await post(api.createOrder.path, { kind: 'subscription', plan_id: '12-months' });
  if (made.status !== api.createOrder.status) throw new Error(`Drafting an order answered ${made.status}`);
  const { order } = (await made.json()) as { readonly order: { readonly id: string } };
  return async () => {
    const paid = await post(api.payOrder.path.replace('{id}', order.id), { method: 'card' });
    await paid.arrayBuffer();
    return paid.status;
  };
}

/** Returns the 99th percentile of sign-in latency in ms over the duration; each owner uses a known device. */
async function signInTime(
  addresses: Addresses,
  owners: readonly Owner[],
  seconds: number,
  wave: number,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  const { milliseconds } = await sendWave({
    port: Number(new URL(addresses.api).port),
    ...{ workers, pauseMs, status: api.logIn.status },
    requestOf(index) {
      const owner = owners[index % owners.length];
      if (owner === undefined || performance.now() > end) return null;
      const { email, password, deviceId } = owner;
      const address = `10.${60 + wave}.${index % 250}.1`;
      return requestBytes(api.logIn, { deviceId, address }, JSON.stringify({ email, password }));
    },
  });
  return Number(quantile(milliseconds, 0.99).toPrecision(3));
}

/** A user with a confirmed account and a known device. */
export interface Owner {
  readonly email: string;
  readonly password: string;
  readonly deviceId: string;
}

/** Signs users up through the API, so that their passwords are hashed with its parameters, and confirms their addresses in the database. */
export async function makeOwners(addresses: Addresses, count: number): Promise<readonly Owner[]> {
  const batch = randomUUID();
  const owners = Array.from({ length: count }, (_, index) => ({
    email: `owner-${index}-${batch}@example.com`,
    password: 'correct horse battery staple',
    deviceId: randomUUID(),
  }));
  for (const [index, { email, password, deviceId }] of owners.entries()) {
    const response = await fetch(`${addresses.api}${api.signUp.path}`, {
      method: api.signUp.method,
      headers: {
        'content-type': 'application/json',
        'app-identifier': deviceId,
        'x-forwarded-for': `10.49.${index}.1`,
      },
      body: JSON.stringify({ email, password }),
    });
    if (response.status !== api.signUp.status) throw new Error(`Signing up answered ${response.status}`);
  }
  const client = new pg.Client({ connectionString: addresses.database });
  await client.connect();
  await client.query('update users set verified_at = now() where email = any($1)', [
    owners.map(({ email }) => email),
  ]);
  await client.end();
  return owners;
}
