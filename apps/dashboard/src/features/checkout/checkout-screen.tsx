import { formatMoney } from '@comet/foundation';
import { checkoutTexts, say } from '@comet/texts';
import { Headline, RadioRows, TrailSteps } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { UnverifiedBanner, userQuery } from '../account/index.ts';
import { AsideLayout, useDocumentTitle } from '../shell/index.ts';
import { monthsInWords, offerInWords, type Plan, plansQuery } from '../subscription/index.ts';
import { OrderSummary } from './order-summary.tsx';
import { preselected } from './preselected.ts';

const route = getRouteApi('/payment/subscription/');

/** Choose how long, see what it costs, pay. */
export default function CheckoutScreen() {
  useDocumentTitle(checkoutTexts.screen);
  const { plan: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const [user, plans] = useSuspenseQueries({ queries: [userQuery, plansQuery] });
  const planId = preselected(plans.data, wanted);
  const { email, emailVerified } = user.data;
  return (
    <AsideLayout
      home="/dash/home/"
      aside={planId !== null && <OrderSummary planId={planId} emailVerified={emailVerified} />}
    >
      <div className="mt-9 flex flex-col gap-8">
        <Steps />
        {!emailVerified && <UnverifiedBanner email={email} at="checkout" />}
        <div className="flex flex-col gap-3">
          <Headline>{checkoutTexts.headline}</Headline>
          <RadioRows
            legend={checkoutTexts.plans}
            name="plan"
            rows={plans.data.map(rowOf)}
            value={planId}
            onChange={(plan) => void navigate({ search: { plan }, replace: true, resetScroll: false })}
          />
        </div>
      </div>
    </AsideLayout>
  );
}

function Steps() {
  return (
    <div className="max-w-105">
      <TrailSteps
        label={checkoutTexts.stepsName}
        steps={[checkoutTexts.stepAccount, checkoutTexts.stepPlan, checkoutTexts.stepPay]}
        current={1}
      />
    </div>
  );
}

function rowOf(plan: Plan) {
  const detail = offerInWords(plan);
  return {
    value: plan.id,
    title: monthsInWords(plan.months),
    ...(detail === undefined ? {} : { detail }),
    figure: formatMoney(plan.monthlyPrice),
    figureDetail:
      plan.months === 1
        ? checkoutTexts.aMonth
        : say(checkoutTexts.aMonthNow, { amount: formatMoney(plan.price) }),
  };
}
