import { formatMoney } from '@comet/foundation';
import { checkoutTexts, say } from '@comet/texts';
import { Headline, RadioPills, RadioRows, Subhead, TrailSteps } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { UnverifiedBanner, userQuery } from '../account/index.ts';
import type { PaymentMethod } from '../payment/index.ts';
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
  const [method, setMethod] = useState<PaymentMethod>('card');
  const planId = preselected(plans.data, wanted);
  const { email, emailVerified } = user.data;
  return (
    <AsideLayout
      home="/dash/home/"
      aside={
        planId !== null && <OrderSummary planId={planId} method={method} emailVerified={emailVerified} />
      }
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
        <section className="flex flex-col gap-3">
          <Subhead>{checkoutTexts.payWith}</Subhead>
          <RadioPills
            legend={checkoutTexts.payWith}
            name="method"
            pills={[
              { value: 'card', label: checkoutTexts.card },
              { value: 'paypal', label: checkoutTexts.paypal },
            ]}
            value={method}
            onChange={setMethod}
          />
        </section>
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
