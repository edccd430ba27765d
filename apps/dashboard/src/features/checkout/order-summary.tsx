import {
  checkoutTexts,
  cryptoTexts,
  formatDay,
  formatText,
  unverifiedTexts,
  paymentTexts,
  errorText,
  pageErrorTexts,
} from '@comet/texts';
import { Skeleton, Subhead, Banner, Icon, LinkAction, linkActionClasses, Button } from '@comet/ui';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../platform/data/api.ts';
import { userQuery } from '../account/index.ts';
import {
  METHODS_ID,
  type Order,
  OrderLines,
  type PaymentMethod,
  renewalText,
  orderAddress,
  orderQuery,
  pay,
  payLabel,
} from '../payment/index.ts';
import { LegalSentence, LoadingNote } from '../shell/index.ts';
import { type Plan, plansQuery, subscriptionQuery } from '../subscription/index.ts';
import { CHOICE_ID, PAYING } from './part-ids.ts';
import { PaymentMarks } from './payment-marks.tsx';
import type { useOrder } from './use-order.ts';

interface PayButtonProps {
  readonly order: Order;
  readonly method: PaymentMethod;
  readonly disabled: boolean;
  /** Drafts the order again. Throws if it is no longer possible. */
  readonly renew: () => Promise<Order | undefined>;
}

/** Refusals after which a new draft shows what is still available. */
const isOver = (error: ApiError) =>
  error.is('subscription_exists') || error.is('address_sold_out') || error.code.startsWith('coupon_');

/**
 * Opens the payment sheet. After a payment it navigates to the order's page; otherwise it shows the next
 * steps.
 */
function PayButton({ order, method, disabled, renew }: PayButtonProps) {
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isCompleted, setCompleted] = useState(false);
  const payment = useMutation({
    mutationKey: PAYING,
    mutationFn: () => {
      // Loaded while the card is typed, so that a slow network does not delay the result of the payment.
      router.preloadRoute({ to: '.', href: orderAddress(order) }).catch(() => undefined);
      return payOrRedraft(order, method, renew);
    },
    onSuccess: async ({ end, paid }) => {
      if (end !== 'completed') return;
      setCompleted(true);
      await queryClient.query(orderQuery(paid.id)).catch(() => undefined);
      await navigate({ href: orderAddress(paid) });
      queryClient.removeQueries({ queryKey: ['order-draft'] });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.is('email_unverified')) await queryClient.invalidateQueries(userQuery);
      if (isOver(error)) await queryClient.resetQueries({ queryKey: ['order-draft'] });
    },
  });
  const { error } = payment;
  const isUnpaid = payment.data?.end === 'closed' && payment.data.paid.id === order.id;
  const hasChanged = error instanceof ApiError && error.is('order_not_payable');
  return (
    <div className="flex flex-col gap-4 pt-2">
      {payment.error !== null && (
        <Banner tone="danger" urgent>
          {hasChanged ? checkoutTexts.changed : errorText(payment.error).text}
        </Banner>
      )}
      {isUnpaid && <Unpaid order={order} />}
      {isCompleted && (
        <p role="status" className="m-0 flex items-center gap-2 font-semibold text-safe">
          <Icon name="check" />
          {checkoutTexts.completed}
        </p>
      )}
      <Button wide disabled={disabled} busy={payment.isPending} onClick={() => payment.mutate()}>
        {payLabel(order)}
      </Button>
    </div>
  );
}

/**
 * States that the checkout was closed without a payment, with links to the choice and the payment methods on
 * this page.
 */
function Unpaid({ order }: { readonly order: Order }) {
  const isPlan = order.item.kind === 'subscription';
  return (
    <div role="status" className="flex flex-col gap-2 rounded-control border border-line bg-raised p-4">
      <p className="m-0 font-semibold">{paymentTexts.unpaidHeadline}</p>
      <p className="m-0 text-small text-quiet">{paymentTexts.unpaidNothingCharged}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-2 text-small">
        <a href={`#${CHOICE_ID}`} className={linkActionClasses}>
          {isPlan ? paymentTexts.anotherPlan : paymentTexts.changeOrder}
        </a>
        <a href={`#${METHODS_ID}`} className={linkActionClasses}>
          {paymentTexts.anotherWay}
        </a>
      </div>
    </div>
  );
}

/**
 * Pays an order. A draft that another tab has replaced, or that has expired, is drafted again: one with the same price and contents is
 * paid, a different one is shown first.
 */
async function payOrRedraft(order: Order, method: PaymentMethod, renew: PayButtonProps['renew']) {
  try {
    return { end: await pay(order.id, method), paid: order };
  } catch (error) {
    if (!(error instanceof ApiError && error.is('order_not_payable'))) throw error;
    const fresh = await renew();
    if (fresh === undefined || !hasSameContents(fresh, order)) throw error;
    return { end: await pay(fresh.id, method), paid: fresh };
  }
}

/** Whether two orders have the same item, lines, total and renewal amount. */
function hasSameContents(one: Order, other: Order): boolean {
  const terms = ({ item, lines, total, renewal }: Order) =>
    JSON.stringify([item, lines, total, renewal?.amount]);
  return terms(one) === terms(other);
}

interface OrderSummaryProps {
  readonly order: ReturnType<typeof useOrder>;
  /** The draft no longer matches the choice. */
  readonly isChanging: boolean;
  readonly emailVerified: boolean;
  /** Rendered above the sum: the coupon field, with the reason for a refusal. */
  readonly coupon?: (refusal: Error | null) => ReactNode;
}

/** All amounts that will be charged, before the payment. */
export function OrderSummary({
  order: { draft, refusal, method },
  isChanging,
  emailVerified,
  coupon,
}: OrderSummaryProps) {
  const order = isChanging ? undefined : draft.data;
  const isCrypto = method === 'crypto';
  return (
    <div className="flex flex-col gap-5 lg:sticky lg:top-24">
      <Subhead>{checkoutTexts.order}</Subhead>
      {order !== undefined ? (
        <OrderLines order={order}>
          {coupon?.(refusal)}
          {isMonthly(order) && <NoTrialReason order={order} method={method} />}
        </OrderLines>
      ) : draft.error !== null && !isChanging ? (
        <NoDraft error={draft.error} onTryAgain={() => void draft.refetch()} />
      ) : (
        <SummarySkeleton />
      )}
      {order !== undefined && order.total.amount === 0 && !order.methods.includes('crypto') && (
        <p className="m-0 text-small text-quiet">{cryptoTexts.nothingToPay}</p>
      )}
      {order !== undefined && (
        <>
          <PayButton
            order={order}
            method={method}
            disabled={!emailVerified}
            renew={async () => (await draft.refetch({ throwOnError: true })).data}
          />
          <PaymentMarks methods={order.methods} />
          {isCrypto && <p className="m-0 text-center text-small">{cryptoTexts.notRefundable}</p>}
          {!emailVerified && <p className="m-0 text-small text-warn">{unverifiedTexts.first}</p>}
          <p className="m-0 text-small text-quiet">
            {afterwards(order)}{' '}
            <LegalSentence>{isCrypto ? checkoutTexts.legalCrypto : checkoutTexts.legal}</LegalSentence>
          </p>
        </>
      )}
    </div>
  );
}

/** Describes what follows the payment: the renewal, or that there is none. */
function afterwards(order: Order): string {
  const renewal = renewalText(order);
  if (renewal !== null) return renewal;
  if (order.item.kind !== 'subscription') return checkoutTexts.once;
  const { startsAt } = order.item;
  return startsAt === undefined
    ? cryptoTexts.prepaid
    : formatText(cryptoTexts.prepaidNext, { date: formatDay(startsAt) });
}

/**
 * Why a new customer gets no free days: a coupon replaces them, crypto is prepaid, or the mailbox has had
 * them.
 */
function NoTrialReason({ order, method }: { readonly order: Order; readonly method: PaymentMethod }) {
  const { data: subscription } = useQuery(subscriptionQuery);
  const { data: plans } = useQuery(plansQuery);
  if (subscription !== null) return null;
  const why =
    method === 'crypto'
      ? cryptoTexts.noTrial
      : order.couponCode === null
        ? trialUsedText(order, plans)
        : checkoutTexts.noTrialWithCode;
  return why === null ? null : <p className="m-0 text-small text-quiet">{why}</p>;
}

/** States that the mailbox has had its free days; null unless the plan has some and the order none. */
function trialUsedText({ item, lines }: Order, plans: readonly Plan[] | undefined): string | null {
  if (item.kind !== 'subscription' || lines.some(({ kind }) => kind === 'trial')) return null;
  const plan = plans?.find(({ id }) => id === item.planId);
  return plan !== undefined && plan.trialDays > 0 ? checkoutTexts.trialUsed : null;
}

/** Only the monthly plan has free days. */
const isMonthly = ({ item }: Order) => item.kind === 'subscription' && item.months === 1;

/** As tall as a summary, so that the button does not move when the amounts are loaded. */
function SummarySkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      <LoadingNote words={checkoutTexts.orderLoading} />
      {['w-3/4', 'w-1/2'].map((width) => (
        <div key={width} className="flex h-6 items-center">
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
      <div className="flex h-12 items-end border-t border-line">
        <Skeleton className="h-6 w-full" />
      </div>
      <Skeleton className="h-12 w-full rounded-control" />
    </div>
  );
}

/** The error of an order, with its remedy. */
function NoDraft({ error, onTryAgain }: { readonly error: Error; readonly onTryAgain: () => void }) {
  const isNow = (code: 'subscription_exists' | 'subscription_required') =>
    error instanceof ApiError && error.is(code);
  const subscribed = isNow('subscription_exists');
  const needsPlan = isNow('subscription_required');
  return (
    <Banner
      tone={subscribed || needsPlan ? 'note' : 'danger'}
      urgent
      action={
        subscribed ? (
          <Link to="/dash/home/" className={linkActionClasses}>
            {checkoutTexts.toHome}
          </Link>
        ) : needsPlan ? (
          <Link to="/payment/subscription" className={linkActionClasses}>
            {checkoutTexts.needsPlan}
          </Link>
        ) : (
          <LinkAction onClick={onTryAgain}>{pageErrorTexts.tryAgain}</LinkAction>
        )
      }
    >
      {errorText(error).text}
    </Banner>
  );
}
