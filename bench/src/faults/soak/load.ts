import { setTimeout as sleep } from 'node:timers/promises';
import { startFollowers } from '@comet/e2e';
import { api } from '@comet/contract';
import type { Addresses } from '@comet/stack';
import pg from 'pg';
import { makeOwners, type Owner } from '../../api/payments.ts';
import { makeSessions } from '../../api/sessions.ts';
import { purchase, query } from '../purchase.ts';
import { startClients } from '../retrying-clients.ts';

/** Clients that read, gateway feeds, and accounts that sign in and out. */
const amounts = { clients: 50, feeds: 20, owners: 10 };
/** Pauses in ms: of a client between two reads, and between two purchases and two sign-ins. */
const pauses = { read: 1_000, purchase: 3_000, signIn: 2_000 };

/** What the load did. */
export interface SoakReport {
  readonly reads: number;
  readonly signIns: number;
  readonly purchases: number;
  /** A sentence for each failure. */
  readonly failures: readonly string[];
}

/** Starts a mixed load of a constant rate: reads, sign-ins with their sign-out, purchases with their webhooks, feeds. */
export async function startSoakLoad(addresses: Addresses): Promise<{ stop(): Promise<SoakReport> }> {
  const database = new pg.Client({ connectionString: addresses.database });
  await database.connect();
  const followers = await startFollowers(database, addresses.api, '203.0.113.200', amounts.feeds);
  await database.end();
  const owners = await makeOwners(addresses, amounts.owners);
  const reading = startClients(
    addresses.api,
    await makeSessions(addresses.database, amounts.clients),
    pauses.read,
  );
  const failures: string[] = [];
  let isRunning = true;
  const repeat = async (pauseMs: number, act: (turn: number) => Promise<unknown>): Promise<number> => {
    for (let turn = 0; ; turn += 1) {
      if (!isRunning) return turn;
      await act(turn).catch((error: unknown) => void failures.push(String(error)));
      await sleep(pauseMs);
    }
  };
  const buying = repeat(pauses.purchase, async () => {
    const [buyer] = await makeSessions(addresses.database, 1);
    if (buyer === undefined) return;
    await purchase(addresses, buyer);
    await query(addresses.database, 'delete from access_tokens where device_id = $1', [buyer.deviceId]);
  });
  const signingIn = repeat(pauses.signIn, (turn) => {
    const owner = owners[turn % owners.length];
    return owner === undefined ? Promise.resolve() : signInAndOut(addresses.api, owner, turn);
  });
  return {
    async stop() {
      isRunning = false;
      const [purchases, signIns, read] = await Promise.all([buying, signingIn, reading.stop()]);
      await Promise.all(followers.map((follower) => follower.stop()));
      return { reads: read.reads, purchases, signIns, failures: [...failures, ...read.failures] };
    },
  };
}

async function signInAndOut(url: string, { email, password, deviceId }: Owner, turn: number): Promise<void> {
  const headers = {
    ...{ 'content-type': 'application/json', 'app-identifier': deviceId },
    'x-forwarded-for': `10.90.${(turn >> 8) & 255}.${turn & 255}`,
  };
  const { method, path, status } = api.logIn;
  const signedIn = await fetch(`${url}${path}`, {
    ...{ method, headers, body: JSON.stringify({ email, password }) },
  });
  if (signedIn.status !== status)
    throw new Error(`A sign-in answered ${signedIn.status}: ${await signedIn.text()}`);
  const { access_token: token } = (await signedIn.json()) as { readonly access_token: string };
  const out = await fetch(`${url}${api.logOut.path}`, {
    method: api.logOut.method,
    headers: { 'app-identifier': deviceId, authorization: `Bearer ${token}` },
  });
  if (out.status !== api.logOut.status)
    throw new Error(`A sign-out answered ${out.status}: ${await out.text()}`);
}
