import { daysLeft, homeTexts, plural, say, formatMoney, homeTexts as texts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses, Trail, Stepper, Row, Rows } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
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
import { FailedPart, useDocumentTitle } from '../shell/index.ts';
import { isSecondFactorOwed } from '../../platform/storage/second-factor-owed.ts';
import { RefundBanner } from '../billing/index.ts';
import { type HomeHeadline, homeHeadline, passedShare } from './headline.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import { PlanRows } from './plan-rows.tsx';

/** The screen waits for it where it is wanted: it stands above everything else. */
const CancelledBanner = lazy(() => import('./cancelled-banner.tsx'));
const AtAGlance = later(() => import('./at-a-glance.tsx'));

export default function HomeScreen() {
  useDocumentTitle(homeTexts.screen);
  const user = useQuery(userQuery);
  const subscription = useQuery(subscriptionQuery);
  const plans = useQuery(plansQuery);
  const devices = useQuery(devicesQuery);
  const isPaymentUnderWay = usePaymentUnderWay(subscription.data);
  if (isSecondFactorOwed(user.error)) throw user.error;
  if (user.isPending || subscription.isPending) return <HomeSkeleton />;
  const current = subscription.data;
  const head = current === undefined ? null : homeHeadline(current, isPaymentUnderWay);
  return (
    <div className="flex flex-col gap-10">
      {user.data?.emailVerified === false && <UnverifiedBanner email={user.data.email} at="home" />}
      {current && <RefundBanner subscription={current} />}
      {current?.state === 'cancelled' && isChangeable(current) && <CancelledBanner subscription={current} />}
      <section className="flex flex-col gap-6">
        <Headline explanation={head?.explanation}>{head?.headline ?? homeTexts.screen}</Headline>
        <FailedPart reads={[user, subscription, plans, devices]} />
        {head?.next === 'nothing' && current && <Running subscription={current} />}
        {head !== null && head.next !== 'nothing' && (
          <FirstSteps next={head.next} verified={user.data?.emailVerified !== false} />
        )}
        {current && (
          <PlanRows
            subscription={current}
            plan={plans.data?.find(({ id }) => id === current.planId)}
            devices={devices.data}
          />
        )}
      </section>
      {head?.next === 'choose-plan' && plans.data !== undefined && (
        <PlanPrices plans={plans.data} deviceLimit={devices.data?.limit} />
      )}
      {(head === null || head.next === 'nothing') && <AtAGlance />}
    </div>
  );
}

function usePaymentUnderWay(subscription: Subscription | null | undefined): boolean {
  const id = openOrderId();
  const wanted = id !== null && (subscription === null || subscription?.state === 'expired');
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
  /** Devices at a time, the same for every plan; undefined while unknown. */
  readonly deviceLimit: number | undefined;
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
      {deviceLimit !== undefined && (
        <p className="m-0 text-small text-quiet">{say(texts.everyPlan, { limit: deviceLimit })}</p>
      )}
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
