import { err, ok } from '@comet/foundation';
import { expect, test, vi } from 'vitest';
import type { PaddlePayments } from '../../../platform/paddle/payments.ts';
import { returnPayment } from './return-duplicate.ts';

interface Known {
  readonly total?: string;
  readonly status?: string;
  readonly refunded?: boolean;
  readonly subscriptionId?: string | null;
}

/** A Paddle fake for these tests and the calls it received. */
function createFakePaddle({
  total = '5988',
  status = 'active',
  refunded = false,
  subscriptionId = 'sub_1',
}: Known) {
  const cancelNow = vi.fn<(subscriptionId: string) => Promise<unknown>>(() => Promise.resolve(ok({})));
  const refund = vi.fn<(transactionId: string, reason: string) => Promise<unknown>>(() =>
    Promise.resolve(ok({})),
  );
  const inquiry = {
    transaction: () => Promise.resolve(ok({ subscriptionId, details: { totals: { grandTotal: total } } })),
    subscription: () => Promise.resolve(ok({ status })),
    isRefunded: () => Promise.resolve(ok(refunded)),
    cancelNow,
    refund,
  } as unknown as PaddlePayments;
  return { inquiry, cancelNow, refund };
}

test('cancels the subscription and requests the refund', async () => {
  const { inquiry, cancelNow, refund } = createFakePaddle({});
  await returnPayment(inquiry, { transactionId: 'txn_1', reason: 'second_plan' });
  expect(cancelNow).toHaveBeenCalledExactlyOnceWith('sub_1');
  expect(refund).toHaveBeenCalledExactlyOnceWith('txn_1', 'A second plan, paid by mistake');
});

test('does not repeat completed steps', async () => {
  const { inquiry, cancelNow, refund } = createFakePaddle({ status: 'canceled', refunded: true });
  await returnPayment(inquiry, { transactionId: 'txn_1', reason: 'second_plan' });
  expect(cancelNow).not.toHaveBeenCalled();
  expect(refund).not.toHaveBeenCalled();
});

test('refunds nothing for a trial', async () => {
  const { inquiry, cancelNow, refund } = createFakePaddle({ total: '0' });
  await returnPayment(inquiry, { transactionId: 'txn_1', reason: 'second_plan' });
  expect(cancelNow).toHaveBeenCalledOnce();
  expect(refund).not.toHaveBeenCalled();
});

test('throws, to be retried, while Paddle is unavailable or has created no subscription yet', async () => {
  await expect(
    returnPayment(createFakePaddle({ subscriptionId: null }).inquiry, {
      transactionId: 'txn_1',
      reason: 'second_plan',
    }),
  ).rejects.toThrow('not made the subscription');
  const silent = {
    transaction: () => Promise.resolve(err('payment_unavailable')),
  } as unknown as PaddlePayments;
  await expect(returnPayment(silent, { transactionId: 'txn_1', reason: 'second_plan' })).rejects.toThrow(
    'payment_unavailable',
  );
});

test('does not wait for a subscription after a one-time purchase', async () => {
  const { inquiry, cancelNow, refund } = createFakePaddle({ subscriptionId: null });
  await returnPayment(inquiry, { transactionId: 'txn_1', reason: 'account_deleted', isOnce: true });
  expect(cancelNow).not.toHaveBeenCalled();
  expect(refund).toHaveBeenCalledExactlyOnceWith('txn_1', 'Paid for an account that was deleted');
});
