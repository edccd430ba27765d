import { daysLeft, homeTexts, plural, say, formatMoney, homeTexts as texts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses, Trail, Stepper, Row, Rows } from '@comet/ui';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
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
import { type DevicesRead, DevicesRow, PlanRows } from './plan-rows.tsx';

/** Not loaded later: it is above everything else and would push the screen down. */
const CancelledBanner = lazy(() => import('./cancelled-banner.tsx'));
const AtAGlance = later(() => import('./at-a-glance.tsx'));

export default function HomeScreen() {
  useDocumentTitle(homeTexts.screen);
  // No suspense: all reads are sent at once, and a failing one does not hide the others.
  const user = useQuery(userQuery);
  const subscription = useQuery(subscriptionQuery);
  const plans = useQuery(plansQuery);
  const devices = useQuery(devicesQuery);
  // Without both, the screen has no data of this account to show.
  const isWithoutData = user.isLoadingError && subscription.isLoadingError;
  if (user.error !== null && (isWithoutData || isSecondFactorOwed(user.error))) throw user.error;
  if (isFirstRead(user)) return <HomeSkeleton />;
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Home user={user} subscription={subscription} plans={plans} devices={devices} />
    </Suspense>
  );
}

/** False while a failed read is retried, so that the parts around it stay mounted and are not read again. */
function isFirstRead({ isPending, errorUpdateCount }: UseQueryResult): boolean {
  return isPending && errorUpdateCount === 0;
}

interface HomeProps {
  readonly user: UseQueryResult<{ readonly email: string; readonly emailVerified: boolean }>;
  readonly subscription: UseQueryResult<Subscription | null>;
  readonly plans: UseQueryResult<readonly Plan[]>;
  readonly devices: DevicesRead;
}

function Home({ user, subscription: subscriptionRead, plans, devices }: HomeProps) {
  const { data: subscription } = subscriptionRead;
  const paymentUnderWay = usePaymentUnderWay(subscription);
  const head = subscription === undefined ? undefined : homeHeadline(subscription, paymentUnderWay);
  const isPending = isFirstRead(subscriptionRead);
  const isUnknown = head === undefined && !isPending;
  return (
    <div className="flex flex-col gap-10">
      <FailedPart reads={[user]} />
      {user.data?.emailVerified === false && <UnverifiedBanner email={user.data.email} at="home" />}
      {subscription && <RefundBanner subscription={subscription} />}
      {subscription?.state === 'cancelled' && isChangeable(subscription) && (
        <CancelledBanner subscription={subscription} />
      )}
      {head !== undefined && (
        <section className="flex flex-col gap-6">
          <Headline explanation={head.explanation}>{head.headline}</Headline>
          {head.next === 'nothing' && subscription ? (
            <Running subscription={subscription} />
          ) : (
            <FirstSteps next={head.next} verified={user.data?.emailVerified !== false} />
          )}
          {subscription && <PlanRows subscription={subscription} plans={plans} devices={devices} />}
        </section>
      )}
      {isUnknown && (
        <section className="flex flex-col gap-6">
          <Headline>{homeTexts.screen}</Headline>
          <FailedPart reads={[subscriptionRead]} />
          <Rows>
            <DevicesRow devices={devices} />
          </Rows>
        </section>
      )}
      {isPending && <HomeSkeleton />}
      {head?.next === 'choose-plan' && <PlanPrices plans={plans} devices={devices} />}
      {(isUnknown || head?.next === 'nothing') && <AtAGlance />}
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

/** The plans and their prices, for users without one, and how many devices each of them allows. */
function PlanPrices({ plans, devices }: Pick<HomeProps, 'plans' | 'devices'>) {
  return (
    <div className="flex w-full flex-col gap-3">
      {plans.data !== undefined && (
        <Rows>
          {plans.data.map((plan) => (
            <PlanPrice key={plan.id} plan={plan} />
          ))}
        </Rows>
      )}
      {devices.data !== undefined && (
        <p className="m-0 text-small text-quiet">{say(texts.everyPlan, { limit: devices.data.limit })}</p>
      )}
      <FailedPart reads={[plans, devices]} />
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
