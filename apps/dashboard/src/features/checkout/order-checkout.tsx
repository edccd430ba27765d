import type { Money } from '@comet/foundation';
import {
  checkoutTexts,
  formatDay,
  formatMoney,
  paymentTexts,
  planRequiredTexts,
  formatText,
} from '@comet/texts';
import { Banner, Headline, linkActionClasses, Stepper, RadioPills, Skeleton, Subhead } from '@comet/ui';
import { useIsMutating, useSuspenseQueries } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { UnverifiedBanner, userQuery } from '../account/index.ts';
import { PlanRequired, SeePlans } from '../plan-required/index.ts';
import { AsideLayout, SupportButton } from '../shell/index.ts';
import { hasPlan, type Subscription, subscriptionQuery } from '../subscription/index.ts';
import { LazySupportChat } from '../support/index.ts';
import type { OrderRequest } from './order-draft.ts';
import { OrderSummary } from './order-summary.tsx';
import { CHOICE_ID, PAYING } from './part-ids.ts';
import { useOrder } from './use-order.ts';
import { CryptoCoins } from '../crypto/index.ts';
import { AFTER_PLAN, METHODS_ID, type PaymentMethod } from '../payment/index.ts';

const methodNames = {
  card: checkoutTexts.card,
  paypal: checkoutTexts.paypal,
  crypto: checkoutTexts.crypto,
} as const;

interface MethodsProps {
  /** Payment methods of this order; undefined while loading. */
  readonly methods: readonly PaymentMethod[] | undefined;
  readonly value: PaymentMethod;
  readonly onChange: (method: PaymentMethod) => void;
}

/**
 * Choice of the payment method. Its space is reserved while loading, so that the content below does not move.
 */
function Methods({ methods, value, onChange }: MethodsProps) {
  return (
    <section id={METHODS_ID} className="flex scroll-mt-24 flex-col gap-3 pt-2">
      <Subhead>{checkoutTexts.payWith}</Subhead>
      {methods === undefined ? (
        <Skeleton className="h-11 w-68 max-w-full rounded-control" />
      ) : (
        <RadioPills
          legend={checkoutTexts.payWith}
          name="method"
          pills={methods.map((method) => ({ value: method, label: methodNames[method] }))}
          value={value}
          onChange={onChange}
        />
      )}
      {value === 'crypto' && (
        <>
          <p className="m-0 text-small text-quiet">{checkoutTexts.cryptoNote}</p>
          <CryptoCoins />
        </>
      )}
    </section>
  );
}

/** The order of a product that requires a plan. */
interface NeedsPlan {
  readonly product: 'residential_data' | 'proxy_traffic' | 'dedicated';
  /** Path of this checkout with the choice, which opens again once a plan is active. */
  readonly order: string;
  /** The chosen product and its price before tax; null without a choice. */
  readonly line: { readonly what: string; readonly amount: Money } | null;
}

interface OrderCheckoutProps {
  readonly headline: string;
  readonly explanation?: string;
  readonly step: string;
  /** The order to draft; null while no valid product is chosen. */
  readonly orderRequest: OrderRequest | null;
  /** Another product is being chosen, so this order cannot be paid any more. */
  readonly isChanging?: boolean;
  readonly coupon?: (refusal: Error | null) => ReactNode;
  /** Set if the product requires a plan that the account does not have: the plan is bought first. */
  readonly needsPlan?: NeedsPlan;
  readonly children: ReactNode;
}

/** Layout of a checkout: choice and payment method on the left, the cost on the right. */
export function OrderCheckout({
  headline,
  explanation,
  step,
  orderRequest: wanted,
  isChanging = false,
  coupon,
  needsPlan,
  children,
}: OrderCheckoutProps) {
  const [{ data: user }, { data: subscription }] = useSuspenseQueries({
    queries: [userQuery, subscriptionQuery],
  });
  const { email, emailVerified } = user;
  const lacking = hasPlan(subscription) ? undefined : needsPlan;
  const orderRequest = lacking === undefined ? wanted : null;
  const order = useOrder(orderRequest);
  const isPaying = useIsMutating({ mutationKey: PAYING }) > 0;
  return (
    <>
      <AsideLayout
        home="/dash/home/"
        action={<SupportButton />}
        aside={
          lacking !== undefined ? (
            <OrderAfterPlan needsPlan={lacking} />
          ) : (
            orderRequest !== null && (
              <OrderSummary
                order={order}
                isChanging={isChanging}
                emailVerified={emailVerified}
                {...(coupon === undefined ? {} : { coupon })}
              />
            )
          )
        }
      >
        <div className="mt-9 flex flex-col gap-8">
          <div className="max-w-105">
            <Stepper
              label={checkoutTexts.stepsName}
              steps={[checkoutTexts.stepAccount, step, checkoutTexts.stepPay]}
              current={isPaying ? 2 : 1}
            />
          </div>
          <PlanActivated subscription={subscription} />
          {lacking !== undefined && (
            <PlanRequired product={lacking.product} order={lacking.order} weight="secondary" />
          )}
          {!emailVerified && <UnverifiedBanner email={email} at="checkout" />}
          <div id={CHOICE_ID} className="flex scroll-mt-24 flex-col gap-5">
            <Headline explanation={explanation}>{headline}</Headline>
            {children}
          </div>
          {orderRequest !== null && order.draft.error === null && (
            <Methods methods={order.methods} value={order.method} onChange={order.setMethod} />
          )}
        </div>
      </AsideLayout>
      <LazySupportChat isInNavigation />
    </>
  );
}

/** The order that follows the plan: its cost, and the link to the plans. */
function OrderAfterPlan({ needsPlan: { line, order } }: { readonly needsPlan: NeedsPlan }) {
  return (
    <div className="flex flex-col gap-5 lg:sticky lg:top-24">
      <Subhead>{planRequiredTexts.afterPlan}</Subhead>
      {line !== null && (
        <dl className="m-0 flex justify-between gap-6">
          <dt>{line.what}</dt>
          <dd className="m-0 text-small leading-6 tabular-nums">{formatMoney(line.amount)}</dd>
        </dl>
      )}
      <p className="m-0 text-small text-quiet">{planRequiredTexts.afterPlanExplanation}</p>
      <div>
        <SeePlans order={order} />
      </div>
    </div>
  );
}

/** Shown above an order that was opened because its plan has become active: the plan's end, and its receipt. */
function PlanActivated({ subscription }: { readonly subscription: Subscription | null }) {
  const { searchStr } = useLocation();
  const id = new URLSearchParams(searchStr).get(AFTER_PLAN);
  if (id === null || subscription === null || !hasPlan(subscription)) return null;
  return (
    <Banner
      tone="safe"
      action={
        <Link to="/payment/subscription/$id" params={{ id }} className={linkActionClasses}>
          {paymentTexts.planReceipt}
        </Link>
      }
    >
      {formatText(paymentTexts.planActive, { date: formatDay(subscription.activeUntil) })}
    </Banner>
  );
}
