import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FeedFollower, startFollowers } from '@comet/e2e';
import {
  earlierRelease,
  freePortBlock,
  installClusterPackages,
  sendRequests,
  startCluster,
  upgradeCluster,
} from '@comet/stack';
import type { fillWithAccounts } from '@comet/testing/data-set';
import pg from 'pg';
import { makeSessions } from '../api/sessions.ts';
import { releasable } from '../end-on-signal.ts';
import { count, type Fault, type FaultFigure, seconds } from './fault.ts';
import { ledgerFigures, fulfilmentMs } from './leader-killed.ts';
import { compareLedger, purchase, waitUntilFulfilled } from './purchase.ts';
import { delayFigures, delaysOf, revokeRepeatedly } from './revocations.ts';

const gateways = 2;
const followersOfEach = 20;
const buyers = 20;
const readers = 100;

/** The first release with a data set of its own, at migration 91: it fills its schema itself. */
const FIRST_WITH_DATA_SET = 'acd5a071';

/** Time in which the migrations and both replicas of a filled database must be upgraded. */
const FILLED_LIMIT_S = 900;

/** A cluster of the release before the newest migration, upgraded to this checkout while it serves. */
export const upgrade: Fault = {
  name: 'upgrade',
  title: 'rolling upgrade of API and schema under load',
  needsCluster: true,
  reduced: null,
  measure: ({ log }) => measureUpgrade({ from: null, accounts: 0, log }),
};

/** The same for an earlier release whose database has as many accounts as `--accounts` says. */
export const filledUpgrade: Fault = {
  name: 'filled-upgrade',
  title: 'rolling upgrade of a filled database under load',
  needsCluster: true,
  reduced: null,
  measure: ({ log, accounts }) => measureUpgrade({ from: FIRST_WITH_DATA_SET, accounts, log }),
};

interface Options {
  /** The earlier release; null for the last commit before the newest migration. */
  readonly from: string | null;
  /** Size of the data set; 0 for none. */
  readonly accounts: number;
  readonly log: (line: string) => void;
}

async function measureUpgrade({ from, accounts, log }: Options): Promise<readonly FaultFigure[]> {
  const { commit, folder, program, missingMigrations } = await earlierRelease(from);
  log(`from ${commit}`);
  const missing = await installClusterPackages(log);
  if (missing !== null) throw new Error(missing);
  const state = await mkdtemp(join(tmpdir(), 'comet-faults-upgrade-'));
  await chmod(state, 0o755);
  const cluster = await startCluster({ state, port: await freePortBlock(), print: log, program });
  const stop = releasable(async () => {
    await cluster.stop();
    await rm(state, { recursive: true, force: true });
  });
  const database = new pg.Client({ connectionString: cluster.addresses.database });
  const followers: FeedFollower[] = [];
  try {
    await database.connect();
    if (accounts > 0) await fill(folder, cluster.addresses.database, accounts, log);
    // The data set's entitlements have no payment at this provider.
    const { unpaid: filled } = await compareLedger(cluster.addresses);
    for (let index = 1; index <= gateways; index += 1)
      followers.push(
        ...(await startFollowers(database, cluster.addresses.api, `203.0.113.${index}`, followersOfEach)),
      );
    const sessions = await makeSessions(cluster.addresses.database, buyers);
    const load = sendRequests(cluster.addresses.api, await makeSessions(cluster.addresses.database, readers));
    const revoking = revokeRepeatedly(database);
    const buying = Promise.allSettled(sessions.map((session) => purchase(cluster.addresses, session)));
    const began = performance.now();
    try {
      await upgradeCluster(cluster, log);
    } finally {
      await load.stop();
    }
    const took = performance.now() - began;
    const { sent, failures, maxMs } = await load.stop();
    for (const failure of new Set(failures)) log(failure);
    const delays = await delaysOf(followers, await revoking.stop());
    const ledger = await waitUntilFulfilled(cluster.addresses, fulfilmentMs);
    const reasons = followers.flatMap(({ lost }) => lost).filter((reason) => reason !== 'the stream ended');
    return [
      ...(accounts > 0 ? [count('accounts', accounts)] : []),
      count('migrations', missingMigrations),
      seconds('upgrade of two replicas', took, accounts > 0 ? FILLED_LIMIT_S : undefined),
      count('requests', sent),
      count('failed, without retry', failures.length, 0),
      seconds('longest request', maxMs),
      count('feeds', followers.length),
      count('cut instead of ended', reasons.length, 0),
      ...delayFigures(delays),
      count('purchases that failed', (await buying).filter(({ status }) => status === 'rejected').length, 0),
      ...ledgerFigures({ ...ledger, unpaid: ledger.unpaid - filled }),
    ];
  } finally {
    await Promise.all(followers.map((follower) => follower.stop()));
    await database.end();
    await stop();
  }
}

/** Fills the database of an earlier release by the release's own data set. */
async function fill(
  folder: string,
  url: string,
  accounts: number,
  log: (line: string) => void,
): Promise<void> {
  const file = join(folder, 'packages/testing/src/data-set/fill-with-accounts.ts');
  const dataSet = (await import(file)) as { readonly fillWithAccounts: typeof fillWithAccounts };
  const began = performance.now();
  const unlimited = new URL(url);
  unlimited.searchParams.set('options', '-c statement_timeout=0');
  await dataSet.fillWithAccounts(unlimited.href, { accounts, now: new Date() });
  log(`${accounts} accounts filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
