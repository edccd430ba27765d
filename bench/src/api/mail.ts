import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import type { Addresses } from '@comet/stack';
import pg from 'pg';
import { sendWave } from './http-load.ts';
import { makeOwners, type Owner } from './payments.ts';
import type { Bench } from '../bench.ts';
import { quantile } from '../report.ts';
import { requestBytes } from './sessions.ts';

const workers = 32;
const amounts = {
  full: { rounds: 5, signUps: 1_000, owners: 100, resets: 50, resetEveryMs: 200 },
  smoke: { rounds: 1, signUps: 10, owners: 4, resets: 2, resetEveryMs: 50 },
};
const limitMs = 5_000;
const timeoutMs = 120_000;

/** The time from a password reset request to the arrival of its mail, during a thousand sign-ups and without load. */
export const mailBench: Bench = {
  name: 'mail',
  metric: "99th percentile of a password reset's time from the request to its mail",
  unit: 'ms',
  better: 'lower',
  measure: ({ log, extent, controlPlane }) =>
    controlPlane(async ({ addresses }) => {
      const { rounds, signUps, resets, resetEveryMs, ...amount } = amounts[extent];
      const owners = await makeOwners(addresses, amount.owners);
      const client = new pg.Client({ connectionString: addresses.database });
      await client.connect();
      const ours: number[] = [];
      const quiet: number[] = [];
      let used = 0;
      const resetsOf = () => owners.slice((used += resets) % owners.length).slice(0, resets);
      try {
        await allSent(client);
        for (let round = 1; round <= rounds; round += 1) {
          quiet.push(await latencyOf(addresses, resetsOf(), resetEveryMs, round * 2));
          const flood = signUpFrom(addresses, signUps, round);
          ours.push(await latencyOf(addresses, resetsOf(), resetEveryMs, round * 2 + 1));
          const { seconds } = await flood;
          await allSent(client);
          // Rate limits are reset between rounds, which simulates another ten minutes.
          await client.query('delete from rate_counters');
          log(
            `round ${round}: ${ours.at(-1)} ms during ${signUps} sign-ups in ${seconds.toFixed(1)} s, ${quiet.at(-1)} ms in quiet`,
          );
        }
      } finally {
        await client.end();
      }
      const limit = `limit of ${limitMs} ms`;
      const peers = { [limit]: ours.map(() => limitMs), 'in quiet': quiet };
      const name = `password reset during ${signUps.toLocaleString('en')} sign-ups`;
      return [{ case: name, ours, peers, target: { [limit]: 1 } }];
    }),
};

/**
 * Sends sign-ups at once, and in the middle of them a password reset of an owner. Returns the ms from the request for the reset to the
 * arrival of its email.
 */
export async function resetDuringSignUps(addresses: Addresses, signUps: number): Promise<number> {
  const [owner] = await makeOwners(addresses, 1);
  const flood = signUpFrom(addresses, signUps, 0);
  const wait = await resetOf(addresses, owner?.email ?? '', '10.19.0.1');
  await flood;
  return wait;
}

/** Sends `signUps` sign-ups, each from a separate network. */
function signUpFrom(addresses: Addresses, signUps: number, round: number) {
  const password = 'correct horse battery staple';
  return sendWave({
    port: Number(new URL(addresses.api).port),
    ...{ workers, status: api.signUp.status },
    requestOf(index) {
      if (index >= signUps) return null;
      const address = `10.${100 + round * 4 + (index >> 8)}.${index & 255}.1`;
      const email = `new-${round}-${index}@example.com`;
      return requestBytes(api.signUp, { address }, JSON.stringify({ email, password }));
    },
  });
}

/** Returns the 99th percentile in ms over one reset for each owner, started at a fixed interval. */
async function latencyOf(
  addresses: Addresses,
  owners: readonly Owner[],
  everyMs: number,
  wave: number,
): Promise<number> {
  const mails: Promise<number>[] = [];
  for (const [index, { email }] of owners.entries()) {
    mails.push(resetOf(addresses, email, `10.${20 + wave}.${index}.1`));
    await sleep(everyMs);
  }
  return Math.round(quantile(await Promise.all(mails), 0.99));
}

async function resetOf(addresses: Addresses, email: string, address: string): Promise<number> {
  const askedAt = Date.now();
  const response = await fetch(`${addresses.api}${api.requestPasswordReset.path}`, {
    method: api.requestPasswordReset.method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email }),
  });
  if (response.status !== api.requestPasswordReset.status)
    throw new Error(`The reset request was answered with ${response.status}`);
  const mailbox = new URL(
    `messages?to=${encodeURIComponent(email)}`,
    `${addresses.mailbox.replace(/\/*$/, '')}/`,
  );
  while (Date.now() < askedAt + timeoutMs) {
    const messages = (await (await fetch(mailbox)).json()) as readonly Arrived[];
    const found = messages.find(
      ({ links, received_at }) =>
        Date.parse(received_at) >= askedAt && links.some((link) => link.includes('/reset-password/')),
    );
    if (found !== undefined) return Date.parse(found.received_at) - askedAt;
    await sleep(200);
  }
  throw new Error(`No reset arrived for ${email}`);
}

interface Arrived {
  readonly links: readonly string[];
  readonly received_at: string;
}

/** Resolves when no mail job is pending. */
async function allSent(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ waiting: string }>(
      `select count(*) as waiting from pgboss.job where name = 'mail.send' and state < 'completed'`,
    );
    if (rows[0]?.waiting === '0') return;
    await sleep(200);
  }
}
