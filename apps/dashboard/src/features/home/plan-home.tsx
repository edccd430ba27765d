import { daysLeft, homeTexts, plural, formatText } from '@comet/texts';
import { Card, Headline, Trail } from '@comet/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { lazyComponent } from '../../platform/screen/lazy-component.tsx';
import { AddDeviceLink } from '../get-comet/index.ts';
import type { Plan, Subscription } from '../subscription/index.ts';
import { DevicesCard } from './devices-card.tsx';
import { type HomeHeadline, isBeingRefunded, remainingShare } from './headline.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import { type DevicesRead, PlanRows } from './plan-rows.tsx';

export { DevicesCard, PlanRows };

/** Lazy-loaded, because most accounts show it only once. */
const FirstDevice = lazy(() => import('./first-device.tsx'));
const AddOns = lazyComponent(() => import('./add-ons.tsx'));

interface PlanHomeProps {
  readonly head: HomeHeadline;
  readonly subscription: Subscription;
  readonly plans: UseQueryResult<readonly Plan[]>;
  readonly devices: DevicesRead;
}

/**
 * The home screen of an account with a plan: its first device, or its devices and other products; then the
 * plan's details.
 */
export default function PlanHome({ head, subscription, plans, devices }: PlanHomeProps) {
  if (devices.isPending && devices.errorUpdateCount === 0) return <HomeSkeleton />;
  // A due payment, a cancellation or a refund takes precedence over the first device.
  const isSettled =
    (subscription.state === 'active' || subscription.state === 'trialing') && !isBeingRefunded(subscription);
  const isFirst = isSettled && devices.data?.taken === 0;
  return (
    <>
      {isFirst ? (
        <FirstDevice status={head.headline} terms={head.explanation} />
      ) : (
        <Overview head={head} subscription={subscription} devices={devices} />
      )}
      {/* Rendered at the same position in both cases, so that its dialog stays open while the plan is
          cancelled. */}
      <Card>
        <PlanRows subscription={subscription} plans={plans} />
      </Card>
      <AddOns onlyIfBought={isFirst} />
    </>
  );
}

/** The plan's headline and the devices. */
function Overview({ head, subscription, devices }: Omit<PlanHomeProps, 'plans'>) {
  return (
    <div className="flex flex-col gap-8">
      <section className="flex flex-col gap-6">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <Headline explanation={head.explanation}>{head.headline}</Headline>
          <AddDeviceLink />
        </div>
        {!isBeingRefunded(subscription) && <RemainingDays subscription={subscription} />}
      </section>
      <DevicesCard devices={devices} />
    </div>
  );
}

function RemainingDays({ subscription }: { readonly subscription: Subscription }) {
  const [now] = useState(() => new Date());
  const count = daysLeft(subscription.activeUntil, now);
  return (
    <div className="flex flex-col gap-2">
      <Trail label={homeTexts.planProgress} progress={remainingShare(subscription, now)} />
      <p className="m-0 text-small text-quiet tabular-nums">
        {formatText(plural(count, homeTexts.daysLeft), { count })}
      </p>
    </div>
  );
}
