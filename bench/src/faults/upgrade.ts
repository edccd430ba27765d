import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FeedFollower, startFollowers } from '@comet/e2e';
import { earlierRelease, freePortBlock, sendRequests, startCluster, upgradeCluster } from '@comet/stack';
import pg from 'pg';
import { releasable } from '../end-on-signal.ts';
import { makeSessions } from '../api/sessions.ts';
import { count, type Fault, seconds } from './fault.ts';
import { bookFigures, fulfilmentMs } from './leader-killed.ts';
import { purchase, untilBooked } from './purchase.ts';
import { delayFigures, delaysOf, revokeRepeatedly } from './revocations.ts';

const gateways = 2;
const followersOfEach = 20;
const buyers = 20;

/** A cluster of the release before the newest migration, upgraded to this checkout while it serves. */
export const upgrade: Fault = {
  name: 'upgrade',
  title: 'rolling upgrade of API and schema under load',
  needsCluster: true,
  reduced: null,
  async measure({ log }) {
    const { commit, program, missingMigrations } = await earlierRelease(null);
    log(`from ${commit}`);
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
      for (let index = 1; index <= gateways; index += 1)
        followers.push(
          ...(await startFollowers(database, cluster.addresses.api, `203.0.113.${index}`, followersOfEach)),
        );
      const sessions = await makeSessions(cluster.addresses.database, buyers);
      const revoking = revokeRepeatedly(database);
      const load = sendRequests(cluster.addresses.api);
      const buying = Promise.allSettled(sessions.map((session) => purchase(cluster.addresses, session)));
      const began = performance.now();
      try {
        await upgradeCluster(cluster, log);
      } finally {
        await load.stop();
      }
      const took = performance.now() - began;
      const { sent, failures } = await load.stop();
      for (const failure of new Set(failures)) log(failure);
      const delays = await delaysOf(followers, await revoking.stop());
      const ledger = await untilBooked(cluster.addresses, fulfilmentMs);
      const reasons = followers.flatMap(({ lost }) => lost).filter((reason) => reason !== 'the stream ended');
      return [
        count('migrations', missingMigrations),
        seconds('upgrade of two replicas', took),
        count('requests', sent),
        count('failed, without retry', failures.length, 0),
        count('feeds', followers.length),
        count('cut instead of ended', reasons.length, 0),
        ...delayFigures(delays),
        count(
          'purchases that failed',
          (await buying).filter(({ status }) => status === 'rejected').length,
          0,
        ),
        ...bookFigures(ledger),
      ];
    } finally {
      await Promise.all(followers.map((follower) => follower.stop()));
      await database.end();
      await stop();
    }
  },
};
