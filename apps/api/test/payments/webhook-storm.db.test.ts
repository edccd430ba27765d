import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import type { SignedWebhook } from '@comet/sandbox';
import { type DisposableServer, startDisposableServer } from '@comet/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeEvent } from '../../src/features/payments/inbox/inbox.ts';
import { registerPaymentWorkers } from '../../src/features/payments/index.ts';
import { readPaddleEvent } from '../../src/features/payments/paddle/paddle-event.ts';
import { type Jobs, startJobs } from '../../src/platform/jobs/jobs.ts';
import type { PaddleCustomers } from '../../src/platform/paddle/customers.ts';
import type { PaddlePayments } from '../../src/platform/paddle/payments.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { customerStateOf, withoutMark } from './customer-state.ts';
import { processDeps } from './paid-user.ts';
import { simulatedAction, simulate } from './simulated-history.ts';
import {
  type Bought,
  buy,
  openShop,
  placeOrder,
  planIds,
  renamed,
  renamedEvent,
  type SentEvent,
  signedNow,
} from './simulated-orders.ts';

const timeoutMs = 5000;
const unique = 5000;
const customers = 250;
const mark = 'zz';

let server: DisposableServer;
let under: ApiUnderTest;
let jobs: Jobs;
const agent = new Agent({ keepAlive: true, maxSockets: 48 });
beforeAll(async () => {
  server = await startDisposableServer();
  under = await startApi({}, { emptyDatabase: server.url });
  jobs = await startJobs({ databaseUrl: server.url, log: under.dependencies.log });
  // No calls to Paddle succeed: every queried subscription has ended there.
  const over = () => Promise.resolve(ok({ status: 'canceled' }));
  const inquiry = { subscription: over, transaction: over } as unknown as PaddlePayments;
  const addresses = {} as PaddleCustomers;
  const { coingate } = under;
  await registerPaymentWorkers({ ...processDeps(under), jobs, inquiry, coingate, customers: addresses });
});
afterAll(async () => {
  agent.destroy();
  await jobs.stop();
  await under.stop();
  await server.stop();
});

interface Attempt {
  /** 0 if there was no response. */
  readonly status: number;
  readonly ms: number;
}

/** Delivers once, as Paddle does, with a timeout of five seconds. */
async function post({ body, signature }: SignedWebhook): Promise<Attempt> {
  const began = performance.now();
  const headers = { 'content-type': 'application/json', 'paddle-signature': signature };
  const status = await new Promise<number>((resolve) => {
    const address = `${under.baseUrl}${api.paddleWebhook.path}`;
    const sent = request(address, {
      method: 'POST',
      agent,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.once('response', (response) => {
      void once(response.resume(), 'end').then(
        () => resolve(response.statusCode ?? 0),
        () => resolve(0),
      );
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
  return { status, ms: performance.now() - began };
}

/** The ordered events of a hundred customers over some years. */
async function rehearse(): Promise<{
  readonly bought: readonly Bought[];
  readonly events: readonly SentEvent[];
}> {
  const shop = await openShop(under);
  const bought: Bought[] = [];
  for (let index = 0; index < customers; index += 1) {
    const planId = planIds[index % planIds.length] ?? '1-month';
    bought.push(await buy(under, shop, { planId, email: `storm-${index}@example.com` }));
  }
  const events = shop.paddle.takeEvents();
  const actions = fc.sample(
    simulatedAction.filter(({ kind }) => kind !== 'wait'),
    { numRuns: 5 * customers, seed: 4 },
  );
  const actors = bought.map((each) => simulate(shop, each));
  for (let turn = 0; events.length < unique; turn += 1) {
    for (const [index, act] of actors.entries()) {
      const next = actions[(turn * 71 + index) % actions.length];
      if (next !== undefined) act(next);
    }
    actors[0]?.({ kind: 'wait', days: 17 });
    events.push(...shop.paddle.takeEvents());
  }
  under.clock.advance(Math.max(0, shop.paddle.now().getTime() - under.clock.now().getTime()));
  return { bought, events: events.slice(0, unique) };
}

function shuffled<T>(all: readonly T[]): readonly T[] {
  return all
    .map((one) => ({ one, key: Math.random() }))
    .toSorted((left, right) => left.key - right.key)
    .map(({ one }) => one);
}

async function untilWorkedOff(): Promise<void> {
  for (;;) {
    const open = under.dependencies.db
      .selectFrom('providerEvents')
      .select((where) => where.fn.countAll<number>().as('count'))
      .where('processedAt', 'is', null);
    if (Number((await open.executeTakeFirstOrThrow()).count) === 0) return;
    await sleep(100);
  }
}

test('ten thousand webhooks, half of them repeated, in no order, and PostgreSQL killed in the middle', {
  timeout: 300_000,
}, async () => {
  const { bought, events } = await rehearse();
  const ordered = await Promise.all(bought.map((each) => placeOrder(under, each)));
  const stormy = await Promise.all(
    bought.map((each) => placeOrder(under, each, (text) => renamed(text, mark))),
  );

  // The expected state: every event once, in order.
  for (const event of events) {
    const received = readPaddleEvent(event);
    if (!received.ok) throw new Error(`not read: ${JSON.stringify(event)}`);
    await storeEvent(under.dependencies, 'paddle', received.value, event);
  }
  await untilWorkedOff();

  const webhooks = events.map((event) => signedNow(under, renamedEvent(event, mark)));
  const queue = shuffled([...webhooks, ...webhooks]).values();
  const attempts: Attempt[] = [];
  let taken = 0;
  const outages: Promise<void>[] = [];
  const kill = async () => {
    await server.kill();
    await sleep(500);
    await server.restart();
  };
  const rateLimitClass = async () => {
    for (const webhook of queue) {
      for (;;) {
        const attempt = await post(webhook);
        attempts.push(attempt);
        if (attempt.status === 200) break;
        await sleep(300);
      }
      taken += 1;
      if (taken === unique) outages.push(kill());
    }
  };
  await Promise.all(Array.from({ length: 48 }, rateLimitClass));
  await Promise.all(outages);
  expect(taken).toBe(2 * unique);
  expect(attempts.filter(({ status }) => status !== 200).length).toBeGreaterThan(0);
  expect(Math.max(...attempts.map(({ ms }) => ms))).toBeLessThan(timeoutMs);

  await untilWorkedOff();
  const kept = await under.dependencies.db.selectFrom('providerEvents').select('eventId').execute();
  expect(new Set(kept.map(({ eventId }) => eventId))).toEqual(
    new Set([...events.map((event) => event.event_id), ...webhooks.map(({ eventId }) => eventId)]),
  );
  for (const [index, order] of ordered.entries()) {
    const other = stormy[index];
    if (other === undefined) throw new Error('an order is missing');
    const [was, is] = await Promise.all([customerStateOf(under, order), customerStateOf(under, other)]);
    expect(withoutMark(is, mark)).toEqual(withoutMark(was, mark));
  }
});
