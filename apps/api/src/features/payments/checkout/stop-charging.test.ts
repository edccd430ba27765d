import { err, ok } from '@comet/foundation';
import { expect, test, vi } from 'vitest';
import type { PaddleInquiry } from '../../../platform/paddle/inquiry.ts';
import { cancelCheckout, endSubscription } from './stop-charging.ts';

/** A fake Paddle with one subscription and one transaction in these states, which records the calls. */
function playPaddle(status: string) {
  const told = vi.fn<(id: string) => Promise<unknown>>(() => Promise.resolve(ok({})));
  const inquiry = {
    subscription: () => Promise.resolve(ok({ status })),
    transaction: () => Promise.resolve(ok({ status })),
    cancelNow: told,
    cancelTransaction: told,
  } as unknown as PaddleInquiry;
  return { inquiry, told };
}

test.each(['trialing', 'active', 'past_due', 'paused'])(
  'cancels a subscription that is %s',
  async (status) => {
    const { inquiry, told } = playPaddle(status);
    await endSubscription(inquiry, 'sub_1');
    expect(told).toHaveBeenCalledExactlyOnceWith('sub_1');
  },
);

test('does not change a subscription that has ended', async () => {
  const { inquiry, told } = playPaddle('canceled');
  await endSubscription(inquiry, 'sub_1');
  expect(told).not.toHaveBeenCalled();
});

test.each(['draft', 'ready'])('cancels a checkout that is %s', async (status) => {
  const { inquiry, told } = playPaddle(status);
  await cancelCheckout(inquiry, 'txn_1');
  expect(told).toHaveBeenCalledExactlyOnceWith('txn_1');
});

test.each(['canceled', 'completed', 'paid'])('does not change a transaction that is %s', async (status) => {
  const { inquiry, told } = playPaddle(status);
  await cancelCheckout(inquiry, 'txn_1');
  expect(told).not.toHaveBeenCalled();
});

test('both throw, to be retried, while Paddle is unavailable', async () => {
  const away = () => Promise.resolve(err('payment_unavailable'));
  const inquiry = { subscription: away, transaction: away } as unknown as PaddleInquiry;
  await expect(endSubscription(inquiry, 'sub_1')).rejects.toThrow('payment_unavailable');
  await expect(cancelCheckout(inquiry, 'txn_1')).rejects.toThrow('payment_unavailable');
});
