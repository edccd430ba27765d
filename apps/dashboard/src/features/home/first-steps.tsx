import { formatMoney, homeTexts, formatText } from '@comet/texts';
import { buttonClasses, Card, linkActionClasses, Row, Rows, Stepper } from '@comet/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { openOrderId } from '../payment/index.ts';
import { FailedPart } from '../shell/index.ts';
import { formatMonths, offerText, type Plan } from '../subscription/index.ts';
import type { HomeHeadline } from './headline.ts';
import type { DevicesRead } from './plan-rows.tsx';

interface FirstStepsProps {
  readonly next: HomeHeadline['next'];
}

/** The steps from registration to the first connection. */
export function Steps({ current }: { readonly current: number }) {
  return (
    <div className="w-full max-w-120">
      <Stepper
        label={homeTexts.stepsName}
        steps={[homeTexts.stepAccount, homeTexts.stepEmail, homeTexts.stepPlan, homeTexts.stepConnect]}
        current={current}
      />
    </div>
  );
}

/** Progress from registration to the first connection, and the button for the next step. */
export default function FirstSteps({ next }: FirstStepsProps) {
  const id = openOrderId();
  return (
    <div className="flex flex-col items-start gap-10">
      <Steps current={2} />
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
  readonly plans: UseQueryResult<readonly Plan[]>;
  readonly devices: DevicesRead;
}

/** The plans, their prices and their device limit, for users without a plan. */
export function PlanPrices({ plans, devices }: PlanPricesProps) {
  return (
    <div className="flex w-full flex-col gap-3">
      {plans.data !== undefined && (
        <Card>
          <Rows>
            {plans.data.map((plan) => (
              <PlanPrice key={plan.id} plan={plan} />
            ))}
          </Rows>
        </Card>
      )}
      {devices.data !== undefined && (
        <p className="m-0 text-small text-quiet">
          {formatText(homeTexts.everyPlan, { limit: devices.data.limit })}
        </p>
      )}
      <FailedPart reads={[plans, devices]} />
    </div>
  );
}

function PlanPrice({ plan }: { readonly plan: Plan }) {
  const months = formatMonths(plan.months);
  const offer = offerText(plan);
  return (
    <Row
      term={months}
      action={
        <Link
          to="/payment/subscription"
          search={{ plan: plan.id }}
          aria-label={formatText(homeTexts.chooseOf, { plan: months })}
          className={linkActionClasses}
        >
          {homeTexts.choose}
        </Link>
      }
    >
      {planPriceText(plan)}
      {offer !== undefined && <span className="block text-small text-quiet">{offer}</span>}
    </Row>
  );
}

/** `$4.99 a month, $59.88 now`. */
function planPriceText({ months, monthlyPrice, price }: Plan): string {
  const monthly = formatMoney(monthlyPrice);
  return months === 1
    ? formatText(homeTexts.priceMonthly, { monthly })
    : formatText(homeTexts.priceNow, { monthly, amount: formatMoney(price) });
}
