import { Webhooks } from '@paddle/paddle-node-sdk';
import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import { createInMemoryPaddle } from '../in-memory-paddle.ts';
import type { PaddleEvent } from '../state.ts';

const dayMs = 24 * 3600 * 1000;
const month = { interval: 'month', frequency: 1 } as const;
const year = { interval: 'year', frequency: 1 } as const;

/** Generates all kinds of events of a customer: trial, renewals, dunning, upgrade, refunds, disputes, cancellation. */
function everything(): readonly PaddleEvent[] {
  const paddle = createInMemoryPaddle(manualClock(new Date('2026-11-21T12:00:00.000Z')));
  const later = (days: number) => paddle.advanceTime(new Date(paddle.now().getTime() + days * dayMs));
  const monthly = paddle.sell({ cents: 1199, cycle: month });
  const trial = paddle.sell({ cents: 1199, cycle: month, trial: { interval: 'day', frequency: 3 } });
  const yearly = paddle.sell({ cents: 5988, cycle: year });
  const once = paddle.sell({ cents: 100 });
  const buy = (priceId: string, quantity = 1) =>
    paddle.buy({ priceId, quantity, email: 'ada@example.com', customData: { orderId: 'o-1' } });

  const first = buy(trial.id);
  later(4);
  paddle.upgrade(first.subscriptionId ?? '', yearly.id);
  paddle.cancel(first.subscriptionId ?? '');
  paddle.undoCancellation(first.subscriptionId ?? '');
  paddle.moveNextPayment(first.subscriptionId ?? '', new Date(paddle.now().getTime() + 400 * dayMs));
  const data = buy(once.id, 40);
  paddle.decide(paddle.refund(data.transactionId, 100), 'rejected');
  paddle.decide(paddle.refund(data.transactionId), 'approved');
  paddle.reverseChargeback(paddle.chargeBack(buy(once.id).transactionId));
  buy(monthly.id);
  paddle.failNextCharges(20);
  later(70);
  return paddle.takeEvents();
}

/** Returns the paths where an object lacks a field of its class. */
function holes(value: unknown, path: string): string[] {
  if (value === undefined) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => holes(inner, `${path}.${name}`));
}

const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, email: string) => email.toUpperCase());

/** Returns fields that the SDK does not read, because Paddle does not have them. */
function unread(written: unknown, read: unknown, path: string): string[] {
  if (typeof written !== 'object' || written === null) return [];
  if (typeof read !== 'object' || read === null) return [path];
  if (path.endsWith('custom_data')) return [];
  return Object.entries(written).flatMap(([name, inner]) =>
    unread(inner, (read as Record<string, unknown>)[camel(name)], `${path}.${name}`).concat(
      camel(name) in read ? [] : [`${path}.${name}`],
    ),
  );
}

/** Fields of Paddle's OpenAPI that the SDK's notification classes lack. */
const leftOutBySdk = /\.items\[\]\.(price_id|price\.(created|updated)_at)$/;

test("every kind of event has all fields of the vendor's SDK, and no unknown ones", () => {
  const events = everything();
  const found = new Set<string>();
  for (const event of events) {
    const entity = Webhooks.fromJson(
      JSON.parse(JSON.stringify(event)) as Parameters<typeof Webhooks.fromJson>[0],
    );
    for (const hole of holes(entity, event.event_type))
      found.add(`missing ${hole.replaceAll(/\.\d+/g, '[]')}`);
    for (const extra of unread(event.data, (entity as { data?: unknown } | null)?.data, event.event_type))
      found.add(`unknown ${extra.replaceAll(/\.\d+/g, '[]')}`);
  }
  expect([...found].filter((name) => !leftOutBySdk.test(name))).toEqual([]);
  const kinds = new Set(events.map(({ event_type: kind }) => kind.split('.')[0]));
  expect(kinds).toEqual(new Set(['address', 'adjustment', 'customer', 'subscription', 'transaction']));
});
