import { PaddleError } from '@comet/sandbox';
import fc from 'fast-check';
import { type Bought, type PlanId, planIds, type Shop } from './simulated-orders.ts';

type Nth = number;

/** An event of a subscription, usually by the customer. */
type SimulatedAction =
  | { readonly kind: 'wait'; readonly days: number }
  | { readonly kind: 'fail'; readonly charges: number }
  | { readonly kind: 'cancel' | 'undo' }
  | { readonly kind: 'upgrade'; readonly to: PlanId }
  | { readonly kind: 'refund'; readonly payment: Nth; readonly cents: number | null }
  | { readonly kind: 'decide'; readonly refund: Nth; readonly status: 'approved' | 'rejected' }
  | { readonly kind: 'dispute'; readonly payment: Nth }
  | { readonly kind: 'win'; readonly dispute: Nth };

const nth = fc.nat(9);
const wait = (maxDays: number) =>
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: maxDays }) });

export const simulatedAction: fc.Arbitrary<SimulatedAction> = fc.oneof(
  { weight: 4, arbitrary: wait(45) },
  { weight: 1, arbitrary: wait(800) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail'), charges: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('upgrade'), to: fc.constantFrom(...planIds) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund'),
      payment: nth,
      cents: fc.option(fc.integer({ min: 1, max: 1199 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide'),
      refund: nth,
      status: fc.constantFrom('approved', 'approved', 'rejected'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('dispute'), payment: nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('win'), dispute: nth }) },
);

/** A plan, its events, and the shuffled order of their notifications. */
export interface SimulatedHistory {
  readonly planId: PlanId;
  readonly actions: readonly SimulatedAction[];
  readonly mix: number;
}

export const simulatedHistory: fc.Arbitrary<SimulatedHistory> = fc.record({
  planId: fc.constantFrom(...planIds),
  actions: fc.array(simulatedAction, { minLength: 2, maxLength: 14 }),
  mix: fc.integer({ min: 1, max: 0x7fffffff }),
});

const dayMs = 24 * 3600 * 1000;
const pick = <T>(from: readonly T[], index: Nth): T | undefined => from[index % Math.max(from.length, 1)];

/** Returns a function that applies an action to the simulated Paddle. Actions that Paddle refuses have no effect. */
export function simulate({ paddle, prices }: Shop, { transactionId, subscriptionId }: Bought) {
  const refunds: ReturnType<typeof paddle.refund>[] = [];
  const disputes: ReturnType<typeof paddle.chargeBack>[] = [];
  const paymentOf = (index: Nth) =>
    pick(
      paddle.ledger().filter((entry) => entry.subscription_id === subscriptionId && entry.captured > 0),
      index,
    )?.transaction_id ?? transactionId;
  const act = (next: SimulatedAction): unknown => {
    switch (next.kind) {
      case 'wait':
        return paddle.advanceTime(new Date(paddle.now().getTime() + next.days * dayMs));
      case 'fail':
        return paddle.failNextCharges(next.charges);
      case 'cancel':
        return paddle.cancel(subscriptionId);
      case 'undo':
        return paddle.undoCancellation(subscriptionId);
      case 'upgrade':
        return paddle.upgrade(subscriptionId, prices[next.to].plain);
      case 'refund':
        return refunds.push(paddle.refund(paymentOf(next.payment), next.cents ?? undefined));
      case 'decide': {
        const refund = pick(refunds, next.refund);
        return refund === undefined ? undefined : paddle.decide(refund, next.status);
      }
      case 'dispute':
        return disputes.push(paddle.chargeBack(paymentOf(next.payment)));
      case 'win': {
        const dispute = pick(disputes, next.dispute);
        return dispute === undefined ? undefined : paddle.reverseChargeback(dispute);
      }
    }
  };
  return (next: SimulatedAction): void => {
    try {
      act(next);
    } catch (error) {
      if (!(error instanceof PaddleError)) throw error;
    }
  };
}
