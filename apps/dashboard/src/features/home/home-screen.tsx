import { homeTexts } from '@comet/texts';
import { Card, Headline } from '@comet/ui';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { UnverifiedBanner, userQuery } from '../account/index.ts';
import { devicesQuery } from '../devices/index.ts';
import { openOrderId, orderQuery } from '../payment/index.ts';
import {
  isChangeable,
  plansQuery,
  type Subscription,
  subscriptionQuery,
  type Plan,
} from '../subscription/index.ts';
import { lazyComponent } from '../../platform/screen/lazy-component.tsx';
import { FailedPart, useDocumentTitle } from '../shell/index.ts';
import { isSecondFactorOwed } from '../../platform/storage/second-factor-owed.ts';
import { RefundBanner } from '../billing/index.ts';
import { homeHeadline, isBeingRefunded } from './headline.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import type { DevicesRead } from './plan-rows.tsx';

/** Not lazy-loaded: it is above all other content and would move it. */
const CancelledBanner = lazy(() => import('./cancelled-banner.tsx'));
/** A separate chunk, which most users never need. */
const fetchFirstSteps = () => import('./first-steps.tsx');
const FirstSteps = lazy(fetchFirstSteps);
const ConfirmEmail = lazy(() => import('./confirm-email.tsx'));
const PlanPrices = lazy(async () => ({ default: (await fetchFirstSteps()).PlanPrices }));
const fetchWithPlan = () => import('./plan-home.tsx');
const PlanHome = lazy(fetchWithPlan);
const PlanRows = lazy(async () => ({ default: (await fetchWithPlan()).PlanRows }));
const DevicesCard = lazy(async () => ({ default: (await fetchWithPlan()).DevicesCard }));
// Loaded with the first reads if home is the first screen; the reads decide whether the parts are needed. A
// failure to load is shown where the part is rendered.
if (window.location.pathname.startsWith('/dash/home')) {
  for (const fetch of [fetchFirstSteps, fetchWithPlan]) fetch().catch(() => undefined);
}
const AddOns = lazyComponent(() => import('./add-ons.tsx'));

export default function HomeScreen() {
  useDocumentTitle(homeTexts.screen);
  // Without suspense, all reads are sent at once, and a failing one does not hide the others.
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
  const unconfirmed = user.data?.emailVerified === false ? user.data.email : null;
  const isRunning = head?.next === 'nothing';
  if (unconfirmed !== null && head !== undefined && !isRunning) return <ConfirmEmail email={unconfirmed} />;
  return (
    <div className="flex flex-col gap-8">
      <FailedPart reads={[user]} />
      {unconfirmed !== null && <UnverifiedBanner email={unconfirmed} at="home" />}
      {subscription && <RefundBanner subscription={subscription} />}
      {subscription?.state === 'cancelled' &&
        isChangeable(subscription) &&
        !isBeingRefunded(subscription) && <CancelledBanner subscription={subscription} />}
      {head !== undefined &&
        (isRunning && subscription ? (
          <PlanHome head={head} subscription={subscription} plans={plans} devices={devices} />
        ) : (
          <section className="flex flex-col gap-6">
            <Headline explanation={head.explanation}>{head.headline}</Headline>
            <FirstSteps next={head.next} />
            {subscription && (
              <Card>
                <PlanRows subscription={subscription} plans={plans} />
              </Card>
            )}
          </section>
        ))}
      {isUnknown && (
        <section className="flex flex-col gap-6">
          <Headline>{homeTexts.screen}</Headline>
          <FailedPart reads={[subscriptionRead]} />
          <DevicesCard devices={devices} />
          <AddOns />
        </section>
      )}
      {isPending && <HomeSkeleton />}
      {head?.next === 'choose-plan' && <PlanPrices plans={plans} devices={devices} />}
    </div>
  );
}

function usePaymentUnderWay(subscription: Subscription | null | undefined): boolean {
  const id = openOrderId();
  const wanted = id !== null && (subscription === null || subscription?.state === 'expired');
  const order = useQuery({ ...orderQuery(id ?? ''), enabled: wanted });
  return wanted && order.data?.state === 'processing';
}
