import { api } from '@comet/contract';
import { type Reply, send } from '@comet/testing';
import { processEventById } from '../../src/features/payments/inbox/process-event.ts';
import { processInbox } from '../../src/features/payments/inbox/inbox.ts';
import { repliesIn } from '../../src/app-dependencies.ts';
import { createCardHash, createMailboxHash } from '../../src/platform/keys/keyed-hashes.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import { type ApiUnderTest, makeUser, type TestUser, webhookSecret } from '../fixture/api-fixture.ts';
import { signatureOf, transactionCompleted } from './fake-provider.ts';

/** Delivers a notification as Paddle does, without processing it. */
export function deliver(under: ApiUnderTest, event: object): Promise<Reply> {
  const body = JSON.stringify(event);
  return send(under.baseUrl, {
    method: 'POST',
    path: api.paddleWebhook.path,
    headers: {
      'content-type': 'application/json',
      'paddle-signature': signatureOf(body, webhookSecret, under.clock.now()),
    },
    body,
  });
}

export function processDeps(under: ApiUnderTest) {
  const outbox = createOutbox(under.jobs, createSealer(under.dependencies.keys.seal));
  const { dashboardUrl, supportMail, secondPersonAbove } = under.dependencies.settings;
  const replies = repliesIn(under.dependencies);
  const hashMailbox = createMailboxHash(under.dependencies.keys.pepper);
  const hashCard = createCardHash(under.dependencies.keys.pepper);
  return {
    ...{
      ...under.dependencies,
      revoke: under.revoke,
      outbox,
      dashboardUrl,
      supportMail,
      secondPersonAbove,
      replies,
    },
    ...{ hashMailbox, hashCard },
  };
}

/** Processes an event of the inbox, as the worker does. */
export function processEvent(under: ApiUnderTest, eventId: string): Promise<void> {
  return processEventById(processDeps(under), eventId);
}

/** Processes all pending events of the inbox. */
export async function processInboxEvents(under: ApiUnderTest): Promise<void> {
  const deps = processDeps(under);
  await processInbox(deps, ({ eventId, provider }) => processEventById(deps, eventId, provider));
}

export async function deliverAndProcess(under: ApiUnderTest, event: { event_id: string }): Promise<void> {
  const { status, text } = await deliver(under, event);
  if (status !== 200) throw new Error(`the notification was refused: ${text}`);
  await processEvent(under, event.event_id);
}

/** An order whose checkout is open. */
interface OpenOrder {
  readonly orderId: string;
  readonly transactionId: string;
}

export async function openOrder(
  under: ApiUnderTest,
  user: TestUser,
  planId = '12-months',
): Promise<OpenOrder> {
  const created = await under.call(api.createOrder, { body: { kind: 'subscription', planId } }, user);
  const { order } = created.json as { order: { id: string } };
  const request = { params: { id: order.id }, body: { method: 'card' as const } };
  const paid = await under.call(api.payOrder, request, user);
  const { checkout } = (paid.json as { order: { checkout: { transaction_id: string } } }).order;
  return { orderId: order.id, transactionId: checkout.transaction_id };
}

export interface PaidUser extends TestUser {
  readonly orderId: string;
  readonly transactionId: string;
  readonly subscriptionId: string;
}

const yearMs = 365 * 24 * 3600 * 1000;

/** Creates a user with a paid plan of twelve months. */
export async function makePaidUser(
  under: ApiUnderTest,
  options: Parameters<typeof makeUser>[1] = {},
): Promise<PaidUser> {
  const user = await makeUser(under, options);
  const { orderId, transactionId } = await openOrder(under, user);
  const subscriptionId = `sub_${orderId}`;
  const at = under.clock.now();
  const period = { from: at, until: new Date(at.getTime() + yearMs) };
  await deliverAndProcess(under, transactionCompleted({ transactionId, subscriptionId, at, period }));
  return { ...user, orderId, transactionId, subscriptionId };
}
