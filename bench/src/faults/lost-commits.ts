import { signedWebhook } from '@comet/sandbox';
import type { ControlPlane, Services } from '../services.ts';
import { type BenchSession, makeSessions } from '../api/sessions.ts';
import { startReplica } from '../api/replica.ts';
import { startCommitProxy } from './commit-proxy.ts';
import { count, type Fault, type FaultFigure, seconds } from './fault.ts';
import { sentEvents } from './provider.ts';
import { purchase, query, waitUntilFulfilled } from './purchase.ts';

const concurrency = 16;
/** Share of the acknowledgements that are lost: a request has up to ten. */
const share = 0.15;

/**
 * Purchases whose API process loses the acknowledgement of its commits: the connection to PostgreSQL breaks after the commit and before its
 * reply. The buyer repeats each request, and every notification of the provider is also delivered to that process.
 */
export const lostCommits: Fault = {
  name: 'lost-commits',
  title: 'commit acknowledgement lost, 1,000 times',
  needsCluster: false,
  measure: (run) => losing(run, 1_000, 2_000),
  reduced: (run) => losing(run, 5, 60),
};

function losing(services: Services, losses: number, buyers: number): Promise<readonly FaultFigure[]> {
  return services.controlPlane(async (plane) => {
    const { hostname: host, port } = new URL(plane.addresses.database);
    const proxy = await startCommitProxy({ host, port: Number(port) });
    const throughProxy = new URL(plane.addresses.database);
    throughProxy.port = String(proxy.port);
    const replica = await startReplica(plane.apiPid, {
      changed: { DATABASE_URL: throughProxy.href },
      words: ['serve'],
    }).catch(async (error: unknown) => {
      await proxy.close();
      throw error;
    });
    try {
      const sessions = await makeSessions(plane.addresses.database, buyers);
      const secret = replica.environment['PADDLE_WEBHOOK_SECRET'] ?? '';
      proxy.lose(share, losses);
      const bought = await buyWhile(
        plane,
        { port: replica.port, secret, sessions },
        () => proxy.lost < losses,
      );
      proxy.lose(0, 0);
      const began = performance.now();
      const comparison = await waitUntilFulfilled(plane.addresses, 180_000);
      const settled = performance.now() - began;
      const tokens = sessions.slice(0, bought).map(({ deviceId }) => deviceId);
      const [orders] = await query<{ several: number }>(
        plane.addresses.database,
        `select count(*)::int as several from (select orders.user_id from orders
           join access_tokens on access_tokens.user_id = orders.user_id
           where access_tokens.device_id = any($1) group by orders.user_id having count(*) <> 1) counted`,
        [tokens],
      );
      return [
        count('acknowledgements lost', proxy.lost),
        count('purchases', bought),
        count('buyers without exactly one order', orders?.several ?? Number.NaN, 0),
        count('payments without entitlement', comparison.lost, 0),
        count('with several', comparison.twice, 0),
        count('booked wrongly', comparison.misbooked, 0),
        count('entitlements without payment', comparison.unpaid, 0),
        seconds('until all are fulfilled', settled),
      ];
    } finally {
      await replica.stop();
      await proxy.close();
    }
  });
}

/** Buys concurrently, a buyer each, while `isWanted`; returns the number of buyers. */
async function buyWhile(
  { addresses }: ControlPlane,
  given: { readonly port: number; readonly secret: string; readonly sessions: readonly BenchSession[] },
  isWanted: () => boolean,
): Promise<number> {
  const api = `http://127.0.0.1:${given.port}`;
  let next = 0;
  const buy = async () => {
    while (isWanted() && next < given.sessions.length) {
      const buyer = given.sessions[next];
      next += 1;
      if (buyer === undefined) return;
      const transaction = await purchase({ api, sandbox: addresses.sandbox }, buyer);
      await deliver(addresses.sandbox, api, { transaction, secret: given.secret });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, buy));
  if (isWanted()) throw new Error(`Only ${next} buyers, and too few acknowledgements were lost`);
  return next;
}

/** Delivers the provider's notifications of a transaction until each is accepted. */
async function deliver(
  sandbox: string,
  api: string,
  { transaction, secret }: { readonly transaction: string; readonly secret: string },
): Promise<void> {
  const events = await sentEvents(sandbox, transaction);
  for (const event of events.filter(({ data }) => JSON.stringify(data).includes(transaction))) {
    for (let tries = 0; ; tries += 1) {
      const { body, signature } = signedWebhook(event, secret, new Date());
      const response = await fetch(`${api}/api/v1/webhooks/paddle`, {
        ...{ method: 'POST', body },
        headers: { 'content-type': 'application/json', 'paddle-signature': signature },
      }).catch(() => null);
      await response?.arrayBuffer();
      if (response?.ok === true) break;
      if (tries > 100) throw new Error(`A notification was refused with ${response?.status}`);
    }
  }
}
