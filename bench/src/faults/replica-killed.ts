import { setTimeout as sleep } from 'node:timers/promises';
import { type FeedFollower, startFollowers } from '@comet/e2e';
import pg from 'pg';
import { makeSessions } from '../api/sessions.ts';
import { count, type Fault } from './fault.ts';
import { startClients } from './retrying-clients.ts';
import { delayFigures, delaysOf, revokeRepeatedly } from './revocations.ts';
import { type SourceProxy, startSourceProxy } from './source-proxy.ts';

const clients = 500;
/** Each from an address of its own: the API limits the calls of an address, and a killed replica cuts half of the feeds at once. */
const gateways = 10;
const followersOfEach = 50;
/** A client reads every four seconds: 125 requests a second in all. */
const pauseMs = 4_000;
const killed = 'api-1';
/** Time in ms of the load before the kill, without the replica, and after its start: it takes requests and feeds again. */
const loadMs = { before: 5_000, without: 10_000, after: 20_000 };

/** One of two replicas is killed while feeds are open and reads are in flight on both. */
export const replicaKilled: Fault = {
  name: 'replica-killed',
  title: '`kill -9` of an API replica with 500 feed and 500 HTTP clients',
  needsCluster: true,
  reduced: null,
  async measure({ cluster: complete, log }) {
    const cluster = await complete();
    const { addresses, programs } = cluster;
    const database = new pg.Client({ connectionString: addresses.database });
    const followers: FeedFollower[] = [];
    const proxies: SourceProxy[] = [];
    const running: { stop(): Promise<unknown> }[] = [];
    try {
      await database.connect();
      for (let index = 1; index <= gateways; index += 1)
        followers.push(...(await followersOf(database, addresses.api, index, proxies)));
      const reading = startClients(addresses.api, await makeSessions(addresses.database, clients), pauseMs);
      const revoking = revokeRepeatedly(database);
      running.push(reading, revoking);
      await sleep(loadMs.before);
      const lostBefore = lossesOf(followers);
      programs.hold(killed);
      process.kill(programs.pidOf(killed) ?? Number.NaN, 'SIGKILL');
      log(`${killed} is killed`);
      await sleep(loadMs.without);
      programs.resume(killed);
      await sleep(loadMs.after);
      const { reads, repeated, failures } = await reading.stop();
      for (const [failure, of] of Map.groupBy(failures, (text) => text)) log(`${of.length} × ${failure}`);
      const delays = await delaysOf(followers, await revoking.stop());
      return [
        count('HTTP clients', clients),
        count('reads', reads),
        count('repeated once', repeated),
        count('failed after it', failures.length, 0),
        count('feeds', followers.length),
        count('of them cut', lossesOf(followers) - lostBefore),
        ...delayFigures(delays),
      ];
    } finally {
      await Promise.allSettled(running.map((load) => load.stop()));
      await Promise.all(followers.map((follower) => follower.stop()));
      for (const proxy of proxies) proxy.close();
      await database.end();
    }
  },
};

/** Follows the feed of one gateway from its own source address. */
async function followersOf(
  database: pg.Client,
  url: string,
  index: number,
  proxies: SourceProxy[],
): Promise<readonly FeedFollower[]> {
  const address = `203.0.113.${100 + index}`;
  const proxy = await startSourceProxy(url, address);
  proxies.push(proxy);
  return startFollowers(database, proxy.url, address, followersOfEach);
}

function lossesOf(followers: readonly FeedFollower[]): number {
  return followers.reduce((sum, { lost }) => sum + lost.length, 0);
}
