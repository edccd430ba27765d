import { daysLeft, homeTexts, plural, say, formatMoney, homeTexts as texts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses, Trail, Stepper, Row, Rows } from '@comet/ui';
import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { UnverifiedBanner, userQuery } from '../account/index.ts';
import { devicesQuery } from '../devices/index.ts';
import { openOrderId, orderQuery } from '../payment/index.ts';
import {
  isChangeable,
  plansQuery,
  type Subscription,
  subscriptionQuery,
  monthsInWords,
  offerInWords,
  type Plan,
} from '../subscription/index.ts';
import { later } from '../../platform/screen/later.tsx';
import { useDocumentTitle } from '../shell/index.ts';
import { RefundBanner } from '../billing/index.ts';
import { type HomeHeadline, homeHeadline, passedShare } from './headline.ts';
import { PlanRows } from './plan-rows.tsx';

/** The screen waits for it where it is wanted: it stands above everything else. */
const CancelledBanner = lazy(() => import('./cancelled-banner.tsx'));
const AtAGlance = later(() => import('./at-a-glance.tsx'));

export default function HomeScreen() {
  useDocumentTitle(homeTexts.screen);
  // Sent together. `useSuspenseQueries` does the same and adds 2 kB to what a user begins with.
  usePrefetchQuery(userQuery);
  usePrefetchQuery(subscriptionQuery);
  usePrefetchQuery(plansQuery);
  usePrefetchQuery(devicesQuery);
  const user = useSuspenseQuery(userQuery);
  const subscription = useSuspenseQuery(subscriptionQuery);
  const plans = useSuspenseQuery(plansQuery);
  const devices = useSuspenseQuery(devicesQuery);
  const head = homeHeadline(subscription.data, usePaymentUnderWay(subscription.data));
  const plan = plans.data.find(({ id }) => id === subscription.data?.planId);
  const verified = user.data.emailVerified;
  return (
    <div className="flex flex-col gap-10">
      {!verified && <UnverifiedBanner email={user.data.email} at="home" />}
      {subscription.data !== null && <RefundBanner subscription={subscription.data} />}
      {subscription.data?.state === 'cancelled' && isChangeable(subscription.data) && (
        <CancelledBanner subscription={subscription.data} />
      )}
      <section className="flex flex-col gap-6">
        <Headline explanation={head.explanation}>{head.headline}</Headline>
        {head.next === 'nothing' && subscription.data !== null ? (
          <Running subscription={subscription.data} />
        ) : (
          <FirstSteps next={head.next} verified={verified} />
        )}
        {subscription.data !== null && (
          <PlanRows subscription={subscription.data} plan={plan} devices={devices.data} />
        )}
      </section>
      {head.next === 'choose-plan' && <PlanPrices plans={plans.data} deviceLimit={devices.data.limit} />}
      {head.next === 'nothing' && <AtAGlance />}
    </div>
  );
}

function usePaymentUnderWay(subscription: Subscription | null): boolean {
  const id = openOrderId();
  const wanted = id !== null && (subscription === null || subscription.state === 'expired');
  const order = useQuery({ ...orderQuery(id ?? ''), enabled: wanted });
  return wanted && order.data?.state === 'processing';
}

function Running({ subscription }: { readonly subscription: Subscription }) {
  const [now] = useState(() => new Date());
  const count = daysLeft(subscription.activeUntil, now);
  return (
    <div className="flex flex-col gap-2">
      <Trail label={homeTexts.planProgress} progress={passedShare(subscription, now)} />
      <p className="m-0 font-mono text-small text-quiet">
        {say(plural(count, homeTexts.daysLeft), { count })}
      </p>
    </div>
  );
}

function FirstSteps({ next, verified }: { readonly next: HomeHeadline['next']; readonly verified: boolean }) {
  const id = openOrderId();
  return (
    <div className="flex flex-col items-start gap-10">
      <div className="w-full max-w-120">
        <Stepper
          label={homeTexts.stepsName}
          steps={[homeTexts.stepAccount, homeTexts.stepEmail, homeTexts.stepPlan, homeTexts.stepConnect]}
          current={verified ? 2 : 1}
        />
      </div>
      {next === 'see-payment' && id !== null ? (
        <Link to="/payment/subscription/$id" params={{ id }} className={linkActionClasses}>
          {homeTexts.seePayment}
        </Link>
      ) : (
        <Link to="/payment/subscription" className={buttonClasses('primary')}>
          {homeTexts.choosePlan}
        </Link>
      )}
    </div>
  );
}

interface PlanPricesProps {
  readonly plans: readonly Plan[];
  /** Devices at a time, which no plan changes. */
  readonly deviceLimit: number;
}

/** The plans and their prices, for users without one. */
function PlanPrices({ plans, deviceLimit }: PlanPricesProps) {
  return (
    <div className="flex w-full flex-col gap-3">
      <Rows>
        {plans.map((plan) => (
          <PlanPrice key={plan.id} plan={plan} />
        ))}
      </Rows>
      <p className="m-0 text-small text-quiet">{say(texts.everyPlan, { limit: deviceLimit })}</p>
    </div>
  );
}

function PlanPrice({ plan }: { readonly plan: Plan }) {
  const months = monthsInWords(plan.months);
  const offer = offerInWords(plan);
  return (
    <Row
      term={months}
      action={
        <Link
          to="/payment/subscription"
          search={{ plan: plan.id }}
          aria-label={say(texts.chooseOf, { plan: months })}
          className={linkActionClasses}
        >
          {texts.choose}
        </Link>
      }
    >
      {priceInWords(plan)}
      {offer !== undefined && <span className="block text-small text-quiet">{offer}</span>}
    </Row>
  );
}

/** `$4.99 a month, $59.88 now`. */
function priceInWords({ months, monthlyPrice, price }: Plan): string {
  const monthly = formatMoney(monthlyPrice);
  return months === 1
    ? say(texts.priceMonthly, { monthly })
    : say(texts.priceNow, { monthly, amount: formatMoney(price) });
}
