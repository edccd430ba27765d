import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, failCluster, type HostName, NODES, runOnNode } from '@comet/stack';
import { makeSessions } from '../api/sessions.ts';
import { count, type Fault, seconds } from './fault.ts';
import { ledgerFigures, fulfilmentMs } from './leader-killed.ts';
import { purchase, waitUntilFulfilled } from './purchase.ts';

const partitionSeconds = 60;
const buyers = 20;
const standbyMs = 60_000;

/** Purchases on the majority's side, and attempts to write on the cut-off node, over its own socket. */
export const leaderPartitioned: Fault = {
  name: 'leader-partitioned',
  title: 'partition of the leader for 60 s',
  needsCluster: true,
  reduced: null,
  async measure({ cluster: complete, log }) {
    const cluster = await complete();
    const sessions = await makeSessions(cluster.addresses.database, buyers);
    const leader = (await cluster.members()).find(({ role }) => role === 'leader')?.name as HostName;
    const cut = Promise.withResolvers<void>();
    let isCut = false;
    let attempts = 0;
    let accepted = 0;
    const writing = (async () => {
      await cut.promise;
      while (isCut) {
        attempts += 1;
        await runOnNode(cluster, leader, 'insert into write_probe values (gen_random_uuid())').then(
          () => (accepted += 1),
          () => undefined,
        );
        await sleep(200);
      }
    })();
    const buying = cut.promise.then(() =>
      Promise.allSettled(sessions.map((session) => purchase(cluster.addresses, session))),
    );
    const report = await failCluster(cluster, 'partition', partitionSeconds, (line) => {
      if (line.includes('is down')) {
        isCut = true;
        cut.resolve();
      } else if (line.includes('started again')) isCut = false;
      log(line);
    });
    isCut = false;
    cut.resolve();
    await writing;
    const failed = (await buying).filter(({ status }) => status === 'rejected').length;
    const comparison = await waitUntilFulfilled(cluster.addresses, fulfilmentMs);
    return [
      seconds('partition', partitionSeconds * 1_000),
      seconds('writes again after', report.writes.restoredAfterMs ?? Infinity, 30),
      count('writes attempted on the side of the old leader', attempts),
      count('acknowledged there', accepted, 0),
      count('acknowledged writes lost', report.lostWrites, 0),
      count('purchases meanwhile', buyers),
      count('that failed for their buyer', failed, 0),
      ...ledgerFigures(comparison),
      count('different contents of the three nodes', await distinctContents(cluster), 1),
    ];
  },
};

/** Ledger, entitlements and test writes of a node as one text. */
const contents = `select count(*), coalesce(sum(amount), 0),
    (select count(*) from subscription_grants), (select count(*) from orders where state = 'paid')
  from ledger_entries`;
const probes = `select count(*), md5(string_agg(id::text, ',' order by id)) from write_probe`;

/** Returns how many different contents the nodes have, once the standbys have caught up, or after a minute. */
async function distinctContents(cluster: Cluster): Promise<number> {
  const deadline = performance.now() + standbyMs;
  for (;;) {
    const found = await Promise.all(
      NODES.map(async ({ name }) => {
        const host = name as HostName;
        return `${await runOnNode(cluster, host, contents, 'comet')} ${await runOnNode(cluster, host, probes)}`;
      }),
    );
    const distinct = new Set(found).size;
    if (distinct === 1 || performance.now() > deadline) return distinct;
    await sleep(500);
  }
}
