import { fillWithAccounts } from '@comet/testing/data-set';
import pg from 'pg';
import { resetDuringSignUps } from '../../api/mail.ts';
import { startReplica, environmentOf } from '../../api/replica.ts';
import { type CaseFigures, median } from '../../report.ts';
import type { ControlPlane, Services } from '../../services.ts';
import { applicationName } from './cpu-timer.ts';
import { deletionCases } from './deletion-cases.ts';
import { feedCases, reconnectCases } from './feed-cases.ts';
import { makeFleet } from './fleet-gateways.ts';
import { type FleetProcess, startFleetProcess } from './fleet-process.ts';
import { limited } from './limit.ts';
import { purchaseTimes } from './purchase-times.ts';
import { createCipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Numbers of simulated gateways and grants. */
export interface FleetSize {
  readonly gateways: number;
  /** Grants that are in force on all gateways, and those of each gateway. */
  readonly sharedGrants: number;
  readonly ownGrants: number;
}

export const defaultFleet: FleetSize = { gateways: 1_000, sharedGrants: 45_000, ownGrants: 5_000 };

/** Amounts of a full run; each figure is also measured with a tenth of the gateways. */
export const fullAmounts = ({ gateways, ...grants }: FleetSize) => ({
  ...{ isFull: true, few: Math.ceil(gateways / 10), many: gateways, ...grants },
  ...{ changesKept: 5_000, idleMs: 30_000, changesOfOne: 200, broadcasts: 20 },
  ...{ deletions: { measured: 50, perSecond: 100, seconds: 60 }, signUps: 120, purchases: 15 },
});

/** Amounts of a smoke run. */
export const smokeAmounts: ReturnType<typeof fullAmounts> = {
  ...{ isFull: false, few: 5, many: 20, sharedGrants: 200, ownGrants: 50 },
  ...{ changesKept: 50, idleMs: 300, changesOfOne: 5, broadcasts: 3 },
  ...{ deletions: { measured: 3, perSecond: 20, seconds: 1 }, signUps: 10, purchases: 2 },
};

/** A fleet of simulated gateways, and the API process that they use. */
export interface FleetRun {
  readonly amounts: ReturnType<typeof fullAmounts>;
  readonly fleet: FleetProcess;
  readonly fleetIds: readonly string[];
  readonly port: number;
  readonly apiPid: number;
  readonly database: string;
  /** A measured session, which makes the changes. */
  readonly client: pg.Client;
  readonly log: (line: string) => void;
}

interface FleetOptions {
  readonly amounts: FleetRun['amounts'];
  /** Accounts of the data set; none on a service that is not for this run alone. */
  readonly accounts: number | null;
  readonly log: (line: string) => void;
}

/**
 * Measures what gateways, deletions, mail and purchases cost among many accounts, on a running service: purchases before and after its
 * database is filled, everything else after it. Simulated gateways follow an API process of their own.
 */
export async function measureFleet(
  services: Services,
  options: FleetOptions,
): Promise<readonly CaseFigures[]> {
  return services.controlPlane(async (plane) => {
    const url = new URL(plane.addresses.database);
    url.searchParams.set('application_name', applicationName);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return await measureOn(plane, { client, measured: url.href }, options);
    } finally {
      await client.end();
    }
  });
}

async function measureOn(
  plane: ControlPlane,
  { client, measured }: { readonly client: pg.Client; readonly measured: string },
  { amounts, accounts, log }: FleetOptions,
): Promise<readonly CaseFigures[]> {
  const empty = await purchaseTimes(plane, client, amounts.purchases);
  if (accounts !== null) {
    log(`filling the database with ${accounts.toLocaleString('en')} accounts`);
    // The data set is made for an empty database.
    await truncate(client, 'users, provider_events, ledger_entries');
    await fillWithAccounts(plane.addresses.database, {
      accounts,
      now: new Date(),
      sealed: sealPassword(plane.apiPid),
    });
    // The changes of these gateways are replaced by as many of the simulated ones.
    await truncate(client, 'gateway_changes');
    await client.query('update gateways set retired_at = now()');
  }
  const filled = await purchaseTimes(plane, client, amounts.purchases);
  log(`purchases: ${median(empty)} ms in an empty database, ${median(filled)} ms among many accounts`);
  const purchases: CaseFigures = {
    ...{ case: 'a purchase from order to access', unit: 'ms', ours: filled },
    peers: { 'in an empty database': empty },
    target: { 'in an empty database': 1.5 },
  };
  const reset = await resetDuringSignUps(plane.addresses, amounts.signUps);
  const mail = limited(`password reset during ${amounts.signUps} sign-ups at once`, reset, {
    ...{ limit: 5_000, unit: 'ms' },
  });
  log(`a password reset during ${amounts.signUps} sign-ups: ${reset} ms`);
  const gateways = await makeFleet(client, {
    ...{ gateways: amounts.many, sharedGrants: amounts.sharedGrants, ownGrants: amounts.ownGrants },
    changes: amounts.many * amounts.changesKept,
  });
  log(`added ${gateways.length} gateways`);
  const replica = await startReplica(plane.apiPid, { changed: { DATABASE_URL: measured } });
  const fleet = startFleetProcess();
  const run: FleetRun = {
    ...{ amounts, fleet, client, log, port: replica.port, apiPid: replica.pid },
    ...{ database: plane.addresses.database, fleetIds: gateways.map(({ id }) => id) },
  };
  try {
    const feed = await feedCases(run, gateways);
    const reconnects = await reconnectCases(run, gateways);
    return [purchases, mail, ...feed, ...reconnects, ...(await deletionCases(run, gateways))];
  } catch (error) {
    if (replica.errors() !== '') log(`the API process logged: ${replica.errors()}`);
    throw error;
  } finally {
    fleet.stop();
    await client.query('update gateways set retired_at = now() where id = any($1::uuid[])', [run.fleetIds]);
    await replica.stop();
  }
}

/** The background work holds some of the tables meanwhile, in another order: one of the two may be cancelled. */
async function truncate(client: pg.Client, tables: string): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await client.query(`truncate ${tables} cascade`);
      return;
    } catch (error) {
      if (tries >= 10 || !(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error;
    }
}

/**
 * Returns a password of a provider's endpoint as process `apiPid` seals it: a nonce of 12 bytes, the tag and the ciphertext of AES-256-GCM, as
 * base64url. The feed sends these passwords to gateways.
 */
function sealPassword(apiPid: number): string {
  const folder = environmentOf(apiPid)['KEYS_DIR'] ?? '';
  const key = Buffer.from(readFileSync(join(folder, 'seal.key'), 'latin1').trim(), 'base64url');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify('a password of the data set')), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}
