import { err, ok } from '@comet/foundation';
import { expect, test, vi } from 'vitest';
import type { PaddlePayments } from '../../../platform/paddle/payments.ts';
import { cancelCheckout, endSubscription } from './stop-charging.ts';

/** A fake Paddle with one subscription and one transaction in these states, which records the calls. */
function createFakePaddle(status: string) {
  const cancelCall = vi.fn<(id: string) => Promise<unknown>>(() => Promise.resolve(ok({})));
  const inquiry = {
    subscription: () => Promise.resolve(ok({ status })),
    transaction: () => Promise.resolve(ok({ status })),
    cancelNow: cancelCall,
    cancelTransaction: cancelCall,
  } as unknown as PaddlePayments;
  return { inquiry, cancelCall };
}

test.each(['trialing', 'active', 'past_due', 'paused'])(
  'cancels a subscription that is %s',
  async (status) => {
    const { inquiry, cancelCall } = createFakePaddle(status);
    await endSubscription(inquiry, 'sub_1');
    expect(cancelCall).toHaveBeenCalledExactlyOnceWith('sub_1');
  },
);

test('does not change a subscription that has ended', async () => {
  const { inquiry, cancelCall } = createFakePaddle('canceled');
  await endSubscription(inquiry, 'sub_1');
  expect(cancelCall).not.toHaveBeenCalled();
});

test.each(['draft', 'ready'])('cancels a checkout that is %s', async (status) => {
  const { inquiry, cancelCall } = createFakePaddle(status);
  await cancelCheckout(inquiry, 'txn_1');
  expect(cancelCall).toHaveBeenCalledExactlyOnceWith('txn_1');
});

test.each(['canceled', 'completed', 'paid'])('does not change a transaction that is %s', async (status) => {
  const { inquiry, cancelCall } = createFakePaddle(status);
  await cancelCheckout(inquiry, 'txn_1');
  expect(cancelCall).not.toHaveBeenCalled();
});

test('both throw, to be retried, while Paddle is unavailable', async () => {
  const unavailable = () => Promise.resolve(err('payment_unavailable'));
  const inquiry = { subscription: unavailable, transaction: unavailable } as unknown as PaddlePayments;
  await expect(endSubscription(inquiry, 'sub_1')).rejects.toThrow('payment_unavailable');
  await expect(cancelCheckout(inquiry, 'txn_1')).rejects.toThrow('payment_unavailable');
});
