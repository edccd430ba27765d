import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventRecorder, storeEvent, processInbox } from '../../src/features/payments/inbox/inbox.ts';
import type { ReceivedEvent } from '../../src/features/payments/inbox/received-event.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const received = (eventId: string): ReceivedEvent => ({
  eventId,
  eventType: 'product.updated',
  occurredAt: new Date(),
  transactionId: null,
  subscriptionId: null,
  event: {
    type: 'checkout_ended',
    at: '2026-11-21T12:00:00Z',
    transactionId: 'none',
    subscriptionId: null,
    reason: 'expired',
  },
});
const open = async () =>
  (
    await under.dependencies.db
      .selectFrom('providerEvents')
      .select('eventId')
      .where('processedAt', 'is', null)
      .execute()
  )
    .map(({ eventId }) => eventId)
    .toSorted();
const done = async (eventId: string) => {
  await under.dependencies.db
    .updateTable('providerEvents')
    .set({ processedAt: under.clock.now() })
    .where('eventId', '=', eventId)
    .execute();
};

test('stores concurrent events, each once, before it acknowledges them', async () => {
  const [one, other] = [eventRecorder(under.dependencies), eventRecorder(under.dependencies)];
  const arrivals = Array.from({ length: 600 }, (_, n) =>
    received(`flood-${String(n % 200).padStart(3, '0')}`),
  );
  await Promise.all(
    arrivals.map((event, n) =>
      (n % 2 === 0 ? one : other)({ provider: 'paddle', received: event, payload: '{}' }),
    ),
  );
  expect(await open()).toEqual(Array.from({ length: 200 }, (_, n) => `flood-${String(n).padStart(3, '0')}`));
  while (await processInbox(under.dependencies, ({ eventId }) => done(eventId)));
  expect(await open()).toEqual([]);
});

test('reports an error for every event that cannot be stored', async () => {
  const keep = eventRecorder(under.dependencies);
  const broken = { ...received('broken'), eventType: null as never };
  const outcomes = await Promise.allSettled(
    [broken, received('beside')].map((event) => keep({ provider: 'paddle', received: event, payload: '{}' })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await open()).toEqual([]);
});

test('stores unrelated events as processed', async () => {
  await storeEvent(under.dependencies, 'paddle', { ...received('elsewhere'), event: null }, {});
  expect(await open()).toEqual([]);
  const kept = under.dependencies.db
    .selectFrom('providerEvents')
    .select('payload')
    .where('eventId', '=', 'elsewhere');
  expect(await kept.executeTakeFirst()).toEqual({ payload: {} });
});

test('retries a failing event with increasing delays until it succeeds, without blocking others', async () => {
  for (const eventId of ['bad', 'good'])
    await storeEvent(under.dependencies, 'paddle', received(eventId), {});
  let tried = 0;
  let isMended = false;
  const work = ({ eventId }: { eventId: string }) => {
    if (eventId === 'bad') tried += 1;
    return eventId === 'bad' && !isMended ? Promise.reject(new Error('not yet')) : done(eventId);
  };
  await processInbox(under.dependencies, work);
  expect(await open()).toEqual(['bad']);
  expect(await processInbox(under.dependencies, work)).toBe(false);
  expect(tried).toBe(1);
  under.clock.advance(2000);
  await processInbox(under.dependencies, work);
  under.clock.advance(3999);
  expect(await processInbox(under.dependencies, work)).toBe(false);
  under.clock.advance(1);
  isMended = true;
  await processInbox(under.dependencies, work);
  expect(tried).toBe(3);
  expect(await open()).toEqual([]);
});
