import { manualClock } from '@comet/foundation';
import { Paddle } from '@paddle/paddle-node-sdk';
import { describe, expect, test } from 'vitest';
import { createInMemoryPaddle } from './in-memory-paddle.ts';
import { signedWebhook } from './webhooks/signed-webhook.ts';

const MONTH = { interval: 'month', frequency: 1 } as const;

describe('the in-memory Paddle', () => {
  test('generates ten thousand events in seconds, each valid for the vendor SDK', async () => {
    const paddle = createInMemoryPaddle();
    const { id: priceId } = paddle.sell({ cents: 1199, cycle: MONTH });
    const before = process.cpuUsage();
    for (let index = 0; index < 900; index += 1) {
      paddle.buy({ priceId, email: `c${index}@example.com`, customData: { order_id: `o-${index}` } });
    }
    const webhooks = paddle.takeEvents().map((event) => signedWebhook(event, 'secret', new Date()));
    // CPU time, which does not depend on other processes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
    expect(webhooks.length).toBeGreaterThan(10_000);
    expect(new Set(webhooks.map((webhook) => webhook.eventId)).size).toBe(webhooks.length);
    const sdk = new Paddle('key');
    for (const { body, signature } of webhooks.slice(-12)) {
      await sdk.webhooks.unmarshal(body, 'secret', signature);
    }
  });

  test('simulates a whole payment history with the same totals as the API', () => {
    const paddle = createInMemoryPaddle(manualClock(new Date('2026-11-01T00:00:00Z')));
    const month = paddle.sell({ cents: 1199, cycle: MONTH });
    const year = paddle.sell({ cents: 5988, cycle: { interval: 'year', frequency: 1 } });
    const gigabyte = paddle.sell({ cents: 100 });
    const bought = paddle.buy({ priceId: month.id, email: 'ada@example.com' });
    const subscriptionId = bought.subscriptionId ?? '';
    const data = paddle.buy({ priceId: gigabyte.id, quantity: 40, email: 'ada@example.com' });
    expect(data).toMatchObject({ subscriptionId: null, customerId: bought.customerId });
    paddle.failNextCharges(1);
    paddle.advanceTime(new Date('2026-12-03T00:00:00Z'));
    paddle.cancel(subscriptionId);
    paddle.undoCancellation(subscriptionId);
    paddle.upgrade(subscriptionId, year.id);
    paddle.decide(paddle.refund(data.transactionId), 'approved');
    const types = paddle.takeEvents().map((event) => event.event_type);
    for (const type of [
      'transaction.past_due',
      'subscription.past_due',
      'subscription.activated',
      'adjustment.created',
      'adjustment.updated',
    ]) {
      expect(types).toContain(type);
    }
    expect(paddle.transaction(data.transactionId).details?.adjusted_totals?.total).toBe('0');
    expect(paddle.takeEvents()).toEqual([]);
  });

  test('a declined card starts no subscription', () => {
    const paddle = createInMemoryPaddle();
    const { id } = paddle.sell({ cents: 1199, cycle: MONTH });
    const bought = paddle.buy({ priceId: id, email: 'a@example.com', card: '4000000000000002' });
    expect(bought.subscriptionId).toBeNull();
    expect(paddle.transaction(bought.transactionId).status).toBe('ready');
  });
});
