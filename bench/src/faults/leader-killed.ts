import { failCluster } from '@comet/stack';
import { makeSessions } from '../api/sessions.ts';
import { type LedgerComparison, purchase, waitUntilFulfilled } from './purchase.ts';
import { count, type Fault, type FaultFigure, seconds } from './fault.ts';

const buyers = 100;
/** Time in ms for webhooks that the provider repeats, and for jobs of a killed connection. */
export const fulfilmentMs = 240_000;

/** Purchases that begin before the leader is killed, and whose steps are repeated by their buyers. */
export const leaderKilled: Fault = {
  name: 'leader-killed',
  title: '`kill -9` of the leader with 100 purchases in flight',
  needsCluster: true,
  reduced: null,
  async measure({ cluster: complete, log }) {
    const cluster = await complete();
    const sessions = await makeSessions(cluster.addresses.database, buyers);
    let finished = 0;
    let inFlight = 0;
    const purchases: Promise<unknown>[] = [];
    const report = await failCluster(cluster, 'leader', 1, (line) => {
      if (line.startsWith('before'))
        purchases.push(
          ...sessions.map(async (session) => {
            await purchase(cluster.addresses, session);
            finished += 1;
          }),
        );
      if (line.includes('is down')) inFlight = buyers - finished;
      log(line);
    });
    const failed = (await Promise.allSettled(purchases)).filter(({ status }) => status === 'rejected');
    for (const { reason } of failed as readonly PromiseRejectedResult[]) log(String(reason));
    const comparison = await waitUntilFulfilled(cluster.addresses, fulfilmentMs);
    return [
      seconds('writes again after', report.writes.restoredAfterMs ?? Infinity, 30),
      seconds('requests again after', report.requests.restoredAfterMs ?? Infinity),
      count('acknowledged writes lost', report.lostWrites, 0),
      count('purchases in flight', inFlight),
      count('that failed for their buyer', failed.length, 0),
      ...ledgerFigures(comparison),
    ];
  },
};

/** The figures of money: every payment taken is one entitlement and one entry of the ledger. */
export function ledgerFigures({
  taken,
  lost,
  twice,
  misbooked,
  unpaid,
}: LedgerComparison): readonly FaultFigure[] {
  return [
    count('payments taken', taken),
    count('without entitlement', lost, 0),
    count('with several', twice, 0),
    count('booked wrongly', misbooked, 0),
    count('entitlements without payment', unpaid, 0),
  ];
}
