import { formatDay, formatMoney, homeTexts, formatText } from '@comet/texts';
import { LinkAction, linkActionClasses, Row, Rows } from '@comet/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Device } from '../devices/index.ts';
import { RefundDialog } from '../billing/index.ts';
import { CancelDialog } from '../cancel-plan/index.ts';
import { longerPlans } from '../change-plan/index.ts';
import { FailedPart } from '../shell/index.ts';
import { storeName } from './headline.ts';
import {
  StoreLink,
  isChangeable,
  formatMonths,
  type Plan,
  planLabel,
  type Subscription,
} from '../subscription/index.ts';

const UpdateCard = lazy(() => import('./update-card.tsx'));

export type DevicesRead = UseQueryResult<{
  readonly taken: number;
  readonly limit: number;
  readonly devices: readonly Device[];
}>;

interface PlanRowsProps {
  readonly subscription: Subscription;
  readonly plans: UseQueryResult<readonly Plan[]>;
}

/** The plan, its next payment and its payment method. */
export function PlanRows({ subscription, plans }: PlanRowsProps) {
  const plan = plans.data?.find(({ id }) => id === subscription.planId);
  const [cancelling, setCancelling] = useState<Subscription | null>(null);
  const [isCancelOpen, setCancelOpen] = useState(false);
  return (
    <>
      <Rows>
        <Row
          term={homeTexts.plan}
          action={
            isChangeable(subscription) &&
            subscription.state !== 'cancelled' && (
              <PlanActions
                hasLonger={plans.data === undefined || longerPlans(plans.data, subscription).length > 0}
                onCancel={() => {
                  setCancelling(subscription);
                  setCancelOpen(true);
                }}
              />
            )
          }
        >
          {plan === undefined || subscription.source !== 'web'
            ? formatMonths(subscription.months)
            : planLabel({ ...plan, freeMonths: subscription.freeMonths })}
          <FailedPart reads={[plans]} />
        </Row>
        {subscription.state === 'past_due' ? (
          <Row term={homeTexts.paymentDue} action={<UpdateCard />}>
            {paymentDue(subscription)}
          </Row>
        ) : (
          <Row term={homeTexts.nextPayment} action={<NextPaymentAction subscription={subscription} />}>
            {nextPayment(subscription)}
          </Row>
        )}
        {subscription.moneyBackUntil !== null && subscription.moneyBackAmount !== null && (
          <MoneyBackRow until={subscription.moneyBackUntil} amount={subscription.moneyBackAmount} />
        )}
        {subscription.source !== 'web' && (
          <Row term={homeTexts.boughtIn} action={<StoreLink source={subscription.source} />}>
            {subscription.source === 'app_store' ? homeTexts.appStoreOnly : homeTexts.playStoreOnly}
          </Row>
        )}
        {subscription.paymentMethod !== null && (
          <Row
            term={homeTexts.payment}
            action={(isPrepaid(subscription) || subscription.state === 'past_due') && <InvoicesLink />}
          >
            {paidBy(subscription.paymentMethod)}
          </Row>
        )}
      </Rows>
      {cancelling !== null && (
        <Suspense>
          <CancelDialog open={isCancelOpen} subscription={cancelling} onClose={() => setCancelOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface PlanActionsProps {
  readonly hasLonger: boolean;
  readonly onCancel: () => void;
}

/** The change to a longer plan, if there is one, and, with the same prominence, the cancellation. */
function PlanActions({ hasLonger, onCancel }: PlanActionsProps) {
  return (
    <span className="flex flex-wrap justify-end gap-x-5 gap-y-2">
      {hasLonger && (
        <Link to="/payment/subscription/upgrade" className={linkActionClasses}>
          {homeTexts.changePlan}
        </Link>
      )}
      <LinkAction onClick={onCancel}>{homeTexts.cancel}</LinkAction>
    </span>
  );
}

/** A prepaid plan shows the next payment, a renewing one its invoices. */
function NextPaymentAction({ subscription }: { readonly subscription: Subscription }) {
  if (isPrepaid(subscription)) {
    return (
      <Link
        to="/payment/subscription"
        search={{ plan: subscription.planId, method: 'crypto' }}
        className={linkActionClasses}
      >
        {homeTexts.payNext}
      </Link>
    );
  }
  return <InvoicesLink />;
}

function InvoicesLink() {
  return (
    <Link to="/dash/billing/" className={linkActionClasses}>
      {homeTexts.invoices}
    </Link>
  );
}

/** Whether the plan is active and was paid in advance. */
function isPrepaid({ paymentMethod, nextPayment: next, state }: Subscription): boolean {
  return paymentMethod?.kind === 'crypto' && next === null && state === 'active';
}

interface MoneyBackRowProps {
  readonly until: string;
  readonly amount: NonNullable<Subscription['moneyBackAmount']>;
}

function MoneyBackRow({ until, amount }: MoneyBackRowProps) {
  const [isAsking, setAsking] = useState<boolean | null>(null);
  return (
    <Row
      term={homeTexts.moneyBack}
      action={<LinkAction onClick={() => setAsking(true)}>{homeTexts.askRefund}</LinkAction>}
    >
      {formatText(homeTexts.moneyBackUntil, { amount: formatMoney(amount), date: formatDay(until) })}
      {isAsking !== null && (
        <Suspense>
          <RefundDialog open={isAsking} amount={amount} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Row>
  );
}

function paymentDue({ nextPayment: due }: Subscription): string {
  if (due === null) return homeTexts.nextPaymentNone;
  return formatText(homeTexts.paymentDueNow, { amount: formatMoney(due.amount) });
}

export function nextPayment({
  nextPayment: next,
  source,
  refund,
}: Pick<Subscription, 'nextPayment' | 'source' | 'refund'>): string {
  if (source !== 'web') return formatText(homeTexts.nextPaymentByStore, { store: storeName(source) });
  if (next === null) return homeTexts.nextPaymentNone;
  if (refund?.endsPlan === true) return homeTexts.nextPaymentRefunded;
  return formatText(homeTexts.nextPaymentOn, { amount: formatMoney(next.amount), date: formatDay(next.at) });
}

function paidBy(method: NonNullable<Subscription['paymentMethod']>): string {
  if (method.kind === 'paypal') return homeTexts.paypal;
  if (method.kind === 'crypto') return homeTexts.crypto;
  return method.lastDigits === null
    ? homeTexts.card
    : formatText(homeTexts.cardEnding, { digits: method.lastDigits });
}
