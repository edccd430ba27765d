import { setTimeout as sleep } from 'node:timers/promises';
import { api, errorCodes } from '@comet/contract';
import { sendWave } from '../api/http-load.ts';
import { makeOwners } from '../api/payments.ts';
import { environmentOf, startReplica } from '../api/replica.ts';
import { type BenchSession, makeSessions, requestBytes } from '../api/sessions.ts';
import { type SentEvent, webhookBytes } from '../api/webhook-bytes.ts';
import { quantile } from '../report.ts';
import type { ControlPlane, Services } from '../services.ts';
import { count, type Fault, type FaultFigure, seconds } from './fault.ts';
import { ledgerFigures, fulfilmentMs } from './leader-killed.ts';
import { controlPaddle, sentEvents } from './provider.ts';
import { openCheckout, payCheckout, query, sendAs, waitUntilFulfilled, orderOfYear } from './purchase.ts';

interface Amount {
  /** Simulated length of the outage. */
  readonly outageSeconds: number;
  readonly webhooks: number;
  /** Accounts that are deleted meanwhile: a job of each closes its checkout at the provider. */
  readonly deleted: number;
  /** Duration in ms of the measurement without webhooks. */
  readonly quietMs: number;
}

/** Time that passes for retries at once, and the real pause after it in ms: jobs are fetched every two seconds. */
const stepSeconds = 30;
const pauseMs = 2_500;
/** Purchases between two reads of the events: each has a dozen, and the sandbox keeps the newest 500 at least. */
const maxBatch = 32;
/** Concurrent checkouts and connections of the provider; pause of a connection in ms after a webhook. */
const [buyersAtOnce, deliveries, deliveryPauseMs] = [8, 4, 30] as const;
/** Connections of other clients and their pause in ms after a request. */
const [readers, readPauseMs] = [4, 20] as const;

/**
 * The provider's API fails and its notifications are held back, while checkouts that were opened before are paid. Then all notifications
 * arrive in random order, several at a time.
 */
export const providerDown: Fault = {
  name: 'provider-down',
  title: 'provider down 10 minutes, then 10,000 webhooks',
  needsCluster: false,
  measure: (run) => outage(run, { outageSeconds: 600, webhooks: 10_000, deleted: 20, quietMs: 20_000 }),
  reduced: (run) => outage(run, { outageSeconds: 30, webhooks: 60, deleted: 1, quietMs: 500 }),
};

function outage(services: Services, amount: Amount): Promise<readonly FaultFigure[]> {
  return services.controlPlane(async (plane) => {
    const { sandbox, database } = plane.addresses;
    const held = new Map<string, SentEvent>();
    const collect = async () => {
      for (const event of await sentEvents(sandbox))
        if (!known.has(event.event_id)) held.set(event.event_id, event);
    };
    const known = new Set((await sentEvents(sandbox)).map(({ event_id: id }) => id));
    const abandoned = await openAccounts(plane, amount.deleted);
    const jobs = closingJobs(
      database,
      abandoned.map(({ transaction }) => transaction),
    );
    const refused = await makeSessions(database, amount.deleted);
    await controlPaddle(sandbox, 'delivery', { mode: 'drop' });
    try {
      while (held.size < amount.webhooks) {
        await buy(plane, Math.min(maxBatch, Math.ceil(amount.webhooks / 12)));
        await collect();
      }
      await controlPaddle(sandbox, 'fault', { kind: 'unavailable', count: 1_000_000 });
      for (const account of abandoned) await account.remove();
      const refusals = await Promise.all(refused.map((session) => refusalOf(plane, session)));
      await jobs.pass(amount.outageSeconds);
      const { attempts } = await jobs.state();
      await controlPaddle(sandbox, 'fault', { kind: 'unavailable', count: 0 });
      await collect();
      const webhooks = [...held.values()];
      const flood = await deliverAll(plane, webhooks, amount.quietMs);
      const ledger = await waitUntilFulfilled(plane.addresses, fulfilmentMs);
      const doneAfter = await jobs.passUntilDone();
      const { failed } = await jobs.state();
      const round = (figure: number) => Number(figure.toPrecision(3));
      return [
        count('outage in simulated s', amount.outageSeconds),
        count('purchases meanwhile', refusals.length),
        count(
          'not refused with payment_unavailable',
          refusals.filter((refusal) => refusal !== unavailable).length,
          0,
        ),
        count('jobs that call the provider', abandoned.length),
        count('their attempts meanwhile', attempts),
        count('given up', failed, 0),
        count('all done after the outage in simulated s', doneAfter),
        count('webhooks', webhooks.length),
        seconds('delivered in', flood.deliveredMs),
        seconds('processed in', flood.processedMs),
        count('not processed', flood.left, 0),
        { what: 'p99 of reads without them', measured: round(flood.quiet), unit: 'ms', isTime: true },
        { what: 'p99 of reads meanwhile', measured: round(flood.busy), unit: 'ms', isTime: true },
        {
          ...{ what: 'ratio', measured: round(flood.busy / flood.quiet), unit: '' },
          ...{ isTime: true, bound: { atMost: 2 } },
        },
        ...ledgerFigures(ledger),
      ];
    } finally {
      await controlPaddle(sandbox, 'fault', { kind: 'unavailable', count: 0 });
      await controlPaddle(sandbox, 'delivery', { mode: 'normal' });
    }
  });
}

const unavailable = `${errorCodes.payment_unavailable.status} ${errorCodes.payment_unavailable.text}`;

/** Returns status and message of the response to a payment. */
async function refusalOf({ addresses }: ControlPlane, buyer: BenchSession): Promise<string> {
  const made = await sendAs(buyer, `${addresses.api}${api.createOrder.path}`, orderOfYear);
  const { order } = (await made.json()) as { readonly order: { readonly id: string } };
  const path = api.payOrder.path.replace('{id}', order.id);
  const paid = await sendAs(buyer, `${addresses.api}${path}`, { method: 'card' });
  const { error } = (await paid.json()) as { readonly error?: { readonly message: string } };
  return `${paid.status} ${error?.message}`;
}

/** Opens and pays this many checkouts, some at a time. */
async function buy({ addresses }: ControlPlane, buyers: number): Promise<void> {
  const sessions = (await makeSessions(addresses.database, buyers)).values();
  await Promise.all(
    Array.from({ length: buyersAtOnce }, async () => {
      for (const session of sessions) await payCheckout(addresses, await openCheckout(addresses, session));
    }),
  );
}

interface Account {
  /** Its open checkout. */
  readonly transaction: string;
  remove(): Promise<void>;
}

/** Creates accounts with an open checkout each. */
async function openAccounts({ addresses }: ControlPlane, number: number): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for (const [index, { email, password, deviceId }] of (await makeOwners(addresses, number)).entries()) {
    const address = `10.48.${index}.1`;
    const headers = {
      ...{ 'content-type': 'application/json', 'app-identifier': deviceId },
      'x-forwarded-for': address,
    };
    const { method, path } = api.logIn;
    const signedIn = await fetch(`${addresses.api}${path}`, {
      ...{ method, headers, body: JSON.stringify({ email, password }) },
    });
    const { access_token: token } = (await signedIn.json()) as { readonly access_token: string };
    accounts.push({
      transaction: await openCheckout(addresses, { token, deviceId, address }),
      async remove() {
        const removed = await fetch(`${addresses.api}${api.deleteAccount.path}`, {
          method: api.deleteAccount.method,
          headers: { ...headers, authorization: `Bearer ${token}` },
          body: JSON.stringify({ password }),
        });
        if (!removed.ok) throw new Error(`The deletion answered ${removed.status}: ${await removed.text()}`);
      },
    });
  }
  return accounts;
}

/** The jobs that close checkouts. Their retries are due earlier by the time that passes in steps: each is a call, and each has its real pause. */
function closingJobs(database: string, transactions: readonly string[]) {
  const state = async () => {
    const [row] = await query<{ attempts: number; failed: number; open: number }>(
      database,
      `select coalesce(sum(retry_count + 1), 0)::int as attempts,
         count(*) filter (where state = 'failed')::int as failed,
         ($1 - count(*) filter (where state in ('completed', 'failed')))::int as open
       from pgboss.job where name = 'orders.close-checkout' and data ->> 'transactionId' = any($2)`,
      [transactions.length, transactions],
    );
    return row ?? { attempts: 0, failed: 0, open: transactions.length };
  };
  const step = async () => {
    await query(
      database,
      `update pgboss.job set start_after = start_after - make_interval(secs => $1)
       where name = 'orders.close-checkout' and state = 'retry'`,
      [stepSeconds],
    );
    await sleep(pauseMs);
  };
  return {
    state,
    /** Lets this many seconds pass for the retries. */
    async pass(lengthSeconds: number): Promise<void> {
      for (let passed = 0; passed < lengthSeconds; passed += stepSeconds) await step();
    },
    /** Lets time pass until every job has ended; returns the simulated seconds. Throws after an hour of them. */
    async passUntilDone(): Promise<number> {
      for (let passed = 0; passed < 3600; passed += stepSeconds) {
        if ((await state()).open === 0) return passed;
        await step();
      }
      throw new Error('Jobs are open an hour after the outage');
    },
  };
}

interface Flood {
  /** 99th percentile of reads in ms, without webhooks and while they are delivered and processed. */
  readonly quiet: number;
  readonly busy: number;
  readonly deliveredMs: number;
  readonly processedMs: number;
  /** Webhooks that were not stored or not processed. */
  readonly left: number;
}

/**
 * Delivers events in random order while other clients read. As on a server, the process that serves requests is not the one that runs jobs.
 */
async function deliverAll(
  plane: ControlPlane,
  events: readonly SentEvent[],
  quietMs: number,
): Promise<Flood> {
  const replica = await startReplica(plane.apiPid);
  try {
    return await deliverWhileReading(plane, replica.port, { events, quietMs });
  } finally {
    await replica.stop();
  }
}

async function deliverWhileReading(
  { addresses, apiPid }: ControlPlane,
  port: number,
  { events, quietMs }: { readonly events: readonly SentEvent[]; readonly quietMs: number },
): Promise<Flood> {
  const secret = environmentOf(apiPid)['PADDLE_WEBHOOK_SECRET'] ?? '';
  const requests = (await makeSessions(addresses.database, 200)).map((session) =>
    requestBytes(api.currentUser, session),
  );
  const readWhile = async (isWanted: () => boolean) => {
    const { milliseconds } = await sendWave({
      ...{ port, workers: readers, pauseMs: readPauseMs, status: api.currentUser.status },
      requestOf: (index) => (isWanted() ? (requests[index % requests.length] ?? null) : null),
    });
    return quantile(milliseconds, 0.99);
  };
  const left = async () => {
    const [row] = await query<{ processed: number }>(
      addresses.database,
      'select count(*)::int as processed from provider_events where event_id = any($1) and processed_at is not null',
      [events.map(({ event_id: id }) => id)],
    );
    return events.length - (row?.processed ?? 0);
  };
  const quietUntil = performance.now() + quietMs;
  const quiet = await readWhile(() => performance.now() < quietUntil);
  let isBusy = true;
  const reading = readWhile(() => isBusy);
  try {
    const shuffled = events
      .map((event) => ({ event, at: Math.random() }))
      .toSorted((one, other) => one.at - other.at);
    const began = performance.now();
    await sendWave({
      ...{ port, workers: deliveries, pauseMs: deliveryPauseMs, status: api.paddleWebhook.status },
      requestOf(index) {
        const next = shuffled[index];
        return next === undefined ? null : webhookBytes(next.event, secret);
      },
    });
    const deliveredMs = performance.now() - began;
    while ((await left()) > 0 && performance.now() - began < fulfilmentMs) await sleep(500);
    const processedMs = performance.now() - began;
    isBusy = false;
    return { quiet, busy: await reading, deliveredMs, processedMs, left: await left() };
  } finally {
    isBusy = false;
  }
}
