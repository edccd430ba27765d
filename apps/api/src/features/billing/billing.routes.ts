import { api } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { CallsInFlight, KeyedCallsInFlight } from '../../platform/calls-in-flight.ts';
import type { HashMailbox } from '../../platform/keys/keyed-hashes.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { type CheckoutSettings, presentOrder } from '../orders/index.ts';
import { cancelSubscription, undoCancellation } from './cancel.ts';
import { confirmPlanChange } from './confirm-plan-change.ts';
import type { BillingDeps } from './deps.ts';
import { draftPlanChange } from './draft-plan-change.ts';
import { invoiceOf, openPortal, paymentsOf } from './payments.ts';
import { requestRefund } from './request-refund.ts';

/**
 * `changeCalls` limits concurrent calls to the provider, and `accountCalls` those of each account; none of them holds a database
 * connection.
 */
export function billingRoutes(
  deps: BillingDeps & {
    readonly settings: CheckoutSettings;
    readonly changeCalls: CallsInFlight;
    readonly accountCalls: KeyedCallsInFlight;
    readonly hashMailbox: HashMailbox;
  },
): Route[] {
  const bounded = async <T, E>(
    userId: string,
    change: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | 'payment_unavailable'>> =>
    (await deps.accountCalls.run(userId, () => deps.changeCalls.run(change))) ?? err('payment_unavailable');
  return [
    route(api.cancelSubscription, async ({ caller, body }) => {
      const cancelled = await bounded(caller.id, () =>
        cancelSubscription(deps, { userId: caller.id, reason: body.reason }),
      );
      return cancelled.ok ? ok({ subscription: cancelled.value }) : cancelled;
    }),
    route(api.undoCancellation, async ({ caller }) => {
      const undone = await bounded(caller.id, () => undoCancellation(deps, caller.id));
      return undone.ok ? ok({ subscription: undone.value }) : undone;
    }),
    route(api.draftPlanChange, async ({ caller, body }) => {
      const drafted = await bounded(caller.id, () =>
        draftPlanChange(deps, { userId: caller.id, planId: body.planId }),
      );
      if (!drafted.ok) return drafted;
      return ok({ order: presentOrder(drafted.value, deps.settings, deps.clock.now()) });
    }),
    route(api.confirmPlanChange, async ({ caller, params }) => {
      const confirmed = await bounded(caller.id, () =>
        confirmPlanChange(deps, { userId: caller.id, orderId: params.id }),
      );
      if (!confirmed.ok) return confirmed;
      return ok({ order: presentOrder(confirmed.value, deps.settings, deps.clock.now()) });
    }),
    route(api.requestRefund, async ({ caller }) => {
      const requested = await bounded(caller.id, () => requestRefund(deps, caller.id));
      return requested.ok ? ok({ subscription: requested.value }) : requested;
    }),
    route(api.listPayments, async ({ caller }) => ok({ payments: await paymentsOf(deps.db, caller.id) })),
    route(api.showInvoice, async ({ caller, params }) => {
      const found = await bounded(caller.id, () => invoiceOf(deps, { userId: caller.id, id: params.id }));
      return found.ok ? ok({ url: found.value }) : found;
    }),
    route(api.openPortal, ({ caller }) => bounded(caller.id, () => openPortal(deps, caller.id))),
  ];
}
