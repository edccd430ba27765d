import { randomUUID } from 'node:crypto';
import { api, type Endpoint, type RequestOf } from '@comet/contract';
import { type ApiUnderTest, makeUser, type TestUser } from '../fixture/api-fixture.ts';

const dayMs = 24 * 3600 * 1000;

/** A customer's billing requests. The API may be started later. */
export function billingCalls(started: () => ApiUnderTest) {
  /** The code of a refusal, or the status of a success. */
  async function outcomeOf<E extends Endpoint>(endpoint: E, request: RequestOf<E>, user: TestUser) {
    const { status, json } = await started().call(endpoint, request, user);
    return status < 300 ? status : (json as { error: { code: string } }).error.code;
  }
  const later = (days: number) => new Date(started().clock.now().getTime() + days * dayMs);
  return {
    outcomeOf,
    /** The time in `days` days; negative for the past. */
    later,
    cancel: (user: TestUser) => outcomeOf(api.cancelSubscription, { body: { reason: 'price' } }, user),
    undo: (user: TestUser) => outcomeOf(api.undoCancellation, {}, user),
    refund: (user: TestUser) => outcomeOf(api.requestRefund, {}, user),
    confirm: (user: TestUser, id: string) => outcomeOf(api.confirmPlanChange, { params: { id } }, user),
    async shown(user: TestUser) {
      const { json } = await started().call(api.showSubscription, {}, user);
      return (json as { subscription: Record<string, unknown> }).subscription;
    },
    async draft(user: TestUser, planId = '24-months') {
      const { json } = await started().call(api.draftPlanChange, { body: { planId } }, user);
      return (json as { order: { id: string; renewal: { at: string } } }).order;
    },
    async history(user: TestUser) {
      const { json } = await started().call(api.listPayments, {}, user);
      return (json as { payments: { id: string; order_number: string; state: string }[] }).payments;
    },
    /** The requests to the provider about a subscription or a transaction. */
    madeFor: (id: string) => started().billing.made.filter((call) => call.endsWith(` ${id}`)),
    /** A customer with a subscription of an app store. */
    async makeStoreUser(source: 'app_store' | 'play_store') {
      const user = await makeUser(started());
      const now = started().clock.now();
      await started()
        .dependencies.db.insertInto('subscriptions')
        .values({
          ...{
            userId: user.id,
            orderId: null,
            source,
            storeReference: randomUUID(),
            planId: '12-months',
            months: 12,
          },
          ...{ state: 'active', paddleSubscriptionId: null, startedAt: now, createdAt: now, currency: 'USD' },
          ...{ paidUntil: later(365), activeUntil: later(365), accessUntil: later(366), endedAt: null },
          ...{ nextPaymentAmount: null, nextPaymentAt: null, paymentKind: null, paymentLastDigits: null },
          nextPaymentRequestedAt: null,
        })
        .execute();
      return user;
    },
  };
}
