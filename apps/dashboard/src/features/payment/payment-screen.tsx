import {
  checkoutTexts,
  paymentTexts,
  shellTexts,
  cryptoTexts,
  errorText,
  paymentTexts as texts,
  formatText,
} from '@comet/texts';
import { Headline, Logo, Trail, Stepper, Banner, Button, buttonClasses, linkActionClasses } from '@comet/ui';
import { useQueryClient, useSuspenseQuery, useQuery, useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { clearSavedOrder, savedOrder } from '../plan-required/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { hasPlan, plansQuery, subscriptionQuery } from '../subscription/index.ts';
import { LazySupportChat, SupportLink } from '../support/index.ts';
import { forgetOpenOrder, openOrderId } from './open-order.ts';
import { CompletedOrder, completedText, returnedText } from './completed-order.tsx';
import { AFTER_PLAN, isForPlan, againAddress, METHODS_ID } from './order-address.ts';
import { OrderLines } from './order-lines-list.tsx';
import { payLabel } from './order-lines.ts';
import { orderQuery, type Order } from './order.ts';
import { pay } from './pay.tsx';

/** The available actions for the order's state. A paid order is one whose payment is returned. */
function PaymentActions({ order }: { readonly order: Order }) {
  const home = (
    <Link to="/dash/home/" className={linkActionClasses}>
      {paymentTexts.toHome}
    </Link>
  );
  switch (order.state) {
    case 'draft':
      return <ContinueToPayment order={order}>{home}</ContinueToPayment>;
    case 'processing':
      return isUnpaid(order) ? (
        <ContinueToPayment order={order}>
          <OtherWays order={order} />
          <SupportLink />
        </ContinueToPayment>
      ) : (
        <ContinueToPayment order={order}>
          <SupportLink />
          {home}
        </ContinueToPayment>
      );
    case 'paid':
      return <ReturnActions order={order}>{home}</ReturnActions>;
    case 'refunded':
    case 'failed':
    case 'expired':
      // The account has the plan that was paid first.
      if (order.returned?.reason === 'second_plan')
        return <ReturnActions order={order}>{home}</ReturnActions>;
      return (
        <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
          <Link to="." href={againAddress(order)} className={buttonClasses('primary')}>
            {again(order)}
          </Link>
          {order.state === 'failed' && <SupportLink />}
          {home}
        </div>
      );
  }
}

/** The actions for a payment that is returned; support too once the provider has declined that. */
function ReturnActions({ order, children }: { readonly order: Order; readonly children: React.ReactNode }) {
  const { number, returned } = order;
  return (
    <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
      <Link to="/dash/billing/" className={buttonClasses('primary')}>
        {paymentTexts.payments}
      </Link>
      {returned?.refund === 'declined' && (
        <SupportLink text={formatText(paymentTexts.aboutDeclinedReturn, { number })} />
      )}
      {children}
    </div>
  );
}

function again(order: Order): string {
  if (order.state === 'failed') return paymentTexts.tryAgain;
  return isForPlan(order) ? paymentTexts.choosePlan : paymentTexts.orderAgain;
}

/**
 * Whether the checkout of an order was opened and left without a payment, as recorded in this browser. A
 * crypto payment is made outside of the browser and is not detected.
 */
function isUnpaid({ id, state, method }: Pick<Order, 'id' | 'state' | 'method'>): boolean {
  return state === 'processing' && method !== 'crypto' && openOrderId() !== id;
}

/** Links to the checkout of an unpaid order, for another plan or another payment method. */
function OtherWays({ order }: { readonly order: Order }) {
  const checkout = againAddress(order);
  return (
    <>
      <Link to="." href={checkout} className={linkActionClasses}>
        {isForPlan(order) ? paymentTexts.anotherPlan : paymentTexts.changeOrder}
      </Link>
      <Link to="." href={`${checkout}#${METHODS_ID}`} className={linkActionClasses}>
        {paymentTexts.anotherWay}
      </Link>
    </>
  );
}

function ContinueToPayment({
  order,
  children,
}: {
  readonly order: Order;
  readonly children: React.ReactNode;
}) {
  const queryClient = useQueryClient();
  const payment = useMutation({
    mutationFn: () => pay(order.id, order.method ?? 'card'),
    onSettled: () => queryClient.invalidateQueries(orderQuery(order.id)),
  });
  const isPending = order.state === 'processing' && !isUnpaid(order);
  return (
    <div className="flex flex-col gap-6">
      {payment.error !== null && (
        <Banner tone="danger" urgent>
          {errorText(payment.error).text}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <Button
          weight={isPending ? 'secondary' : 'primary'}
          busy={payment.isPending}
          onClick={() => payment.mutate()}
        >
          {isPending ? paymentTexts.finishPayment : payLabel(order)}
        </Button>
        {children}
      </div>
    </div>
  );
}

type UnpaidState = Exclude<Order['state'], 'paid'>;

/** The sentence about an unpaid order's state, with its explanation. */
function paymentStateText(
  order: Order,
  state: UnpaidState,
): { readonly headline: string; readonly explanation: string } {
  const { method, failure } = order;
  switch (state) {
    case 'draft':
      return { headline: paymentTexts.draftHeadline, explanation: paymentTexts.draft };
    case 'processing':
      if (isUnpaid(order)) return { headline: paymentTexts.unpaidHeadline, explanation: paymentTexts.unpaid };
      return {
        headline: paymentTexts.processingHeadline,
        explanation: method === 'crypto' ? cryptoTexts.processing : paymentTexts.processing,
      };
    case 'failed':
      return { headline: paymentTexts.failedHeadline, explanation: paymentFailureText(failure, method) };
    case 'expired':
      return {
        headline: failure === 'canceled' ? paymentTexts.canceledHeadline : paymentTexts.expiredHeadline,
        explanation: method === 'crypto' ? cryptoTexts.expired : paymentTexts.expired,
      };
    case 'refunded':
      if (order.returned !== null) return returnedText(order.returned, method);
      return { headline: paymentTexts.refundedHeadline, explanation: paymentTexts.refunded };
  }
}

function paymentFailureText(failure: Order['failure'], method: Order['method']): string {
  if (failure === 'underpaid') return cryptoTexts.underpaid;
  return method === 'crypto' ? cryptoTexts.unconfirmed : paymentTexts.failed;
}

/** The state of an order's payment, updated automatically while it is pending. */
export default function PaymentScreen() {
  useDocumentTitle(paymentTexts.screen);
  const { id = '' } = useParams({ strict: false });
  const { data: order } = useSuspenseQuery(orderQuery(id));
  const queryClient = useQueryClient();
  useEffect(() => {
    if (order.state === 'processing') return;
    forgetOpenOrder(id);
    void queryClient.invalidateQueries(subscriptionQuery);
    // An account that has paid is no longer eligible for free days.
    void queryClient.invalidateQueries(plansQuery);
    void queryClient.invalidateQueries({ queryKey: ['bought'] });
  }, [id, order.state, queryClient]);
  useSavedOrder(order);
  const { data: subscription } = useQuery(subscriptionQuery);
  const { headline, explanation } =
    order.state === 'paid' ? completedText(order, subscription) : paymentStateText(order, order.state);
  const underWay = order.state === 'processing';
  const isKept = order.state === 'paid' && order.returned === null;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-160 flex-col gap-12 px-5 pt-5 pb-12 sm:px-10 sm:pt-10">
      <Link to="/dash/home/" className="self-start no-underline">
        <Logo name={shellTexts.brand} />
      </Link>
      <Stepper
        label={checkoutTexts.stepsName}
        steps={[
          checkoutTexts.stepAccount,
          isForPlan(order) ? checkoutTexts.stepPlan : checkoutTexts.stepOrder,
          checkoutTexts.stepPay,
        ]}
        current={isKept ? 3 : 2}
      />
      <div role="status" className="flex flex-col gap-6">
        <Headline explanation={explanation}>{headline}</Headline>
        {underWay && !isUnpaid(order) && <Trail label={headline} progress={null} />}
      </div>
      {!isKept && <OrderNumber order={order} />}
      {(order.state === 'draft' || underWay) && (
        <div className="flex flex-col gap-5">
          <OrderLines order={order} />
        </div>
      )}
      {isKept ? <CompletedOrder order={order} /> : <PaymentActions order={order} />}
      <LazySupportChat />
    </main>
  );
}

/** Opens the saved order once its plan is active. */
function useSavedOrder(order: Order): void {
  const navigate = useNavigate();
  const { data: subscription } = useQuery(subscriptionQuery);
  const { item, state, id } = order;
  const isActive =
    state === 'paid' &&
    item.kind === 'subscription' &&
    hasPlan(subscription ?? null) &&
    subscription?.planId === item.planId;
  useEffect(() => {
    const next = isActive ? savedOrder() : null;
    if (next === null) return;
    clearSavedOrder();
    const address = new URL(next, window.location.origin);
    address.searchParams.set(AFTER_PLAN, id);
    void navigate({ href: address.pathname + address.search, replace: true });
  }, [id, isActive, navigate]);
}

/** The order's number, which customers give to support. */
function OrderNumber({ order: { number } }: { readonly order: Pick<Order, 'number'> }) {
  return <p className="m-0 text-small text-quiet">{formatText(texts.orderNumber, { number })}</p>;
}
