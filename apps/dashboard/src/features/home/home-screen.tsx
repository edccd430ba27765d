import { daysLeft, homeTexts, plural, say } from '@comet/texts';
import { Headline, Rows, Trail } from '@comet/ui';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
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
import { later } from '../../platform/screen/later.tsx';
import { FailedPart, useDocumentTitle } from '../shell/index.ts';
import { isSecondFactorOwed } from '../../platform/storage/second-factor-owed.ts';
import { RefundBanner } from '../billing/index.ts';
import { homeHeadline, passedShare } from './headline.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import { type DevicesRead, DevicesRow, PlanRows } from './plan-rows.tsx';

/** Not loaded later: it is above everything else and would push the screen down. */
const CancelledBanner = lazy(() => import('./cancelled-banner.tsx'));
/** A separate chunk: the screens of most users do not contain it. */
const fetchFirstSteps = () => import('./first-steps.tsx');
const FirstSteps = lazy(fetchFirstSteps);
const PlanPrices = lazy(async () => ({ default: (await fetchFirstSteps()).PlanPrices }));
// If home is the first screen, together with its first reads, which show whether it is needed. A failure is shown where it is rendered.
if (window.location.pathname.startsWith('/dash/home')) fetchFirstSteps().catch(() => undefined);
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
