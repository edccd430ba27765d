import { formatMoney, upgradeTexts as texts } from '@comet/texts';
import { Headline, linkActionClasses, RadioRows, Stepper } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { userQuery } from '../account/index.ts';
import { AsideLayout, SupportButton, useDocumentTitle } from '../shell/index.ts';
import {
  isChangeable,
  formatMonths,
  type Plan,
  plansQuery,
  subscriptionQuery,
} from '../subscription/index.ts';
import { LazySupportChat, SupportLink } from '../support/index.ts';
import { longerPlans, longerPlanText } from './longer-plans.ts';
import { UpgradeSummary } from './upgrade-summary.tsx';

/** The choice of a longer plan, with the credit for the rest of the current one. */
export default function UpgradeScreen() {
  useDocumentTitle(texts.screen);
  const { plan: wanted } = useSearch({ from: '/data/plans/payment/subscription/upgrade' });
  const navigate = useNavigate({ from: '/payment/subscription/upgrade' });
  const [subscription, plans] = useSuspenseQueries({ queries: [subscriptionQuery, plansQuery, userQuery] });
  if (subscription.data === null || !isChangeable(subscription.data)) return <Navigate to="/dash/home/" />;
  const longer = longerPlans(plans.data, subscription.data);
  const chosen = longer.find(({ id }) => id === wanted) ?? longer[0] ?? null;
  return (
    <>
      <AsideLayout
        home="/dash/home/"
        action={<SupportButton />}
        aside={
          chosen !== null && (
            <UpgradeSummary key={chosen.id} planId={chosen.id} subscription={subscription.data} />
          )
        }
      >
        <div className="mt-9 flex flex-col gap-8">
          <div className="max-w-105">
            <Stepper
              label={texts.stepsName}
              steps={[texts.stepPlan, texts.stepPay, texts.stepDone]}
              current={0}
            />
          </div>
          <div className="flex flex-col gap-3">
            <Headline>{chosen === null ? texts.none : texts.headline}</Headline>
            {chosen !== null && (
              <RadioRows
                legend={texts.plans}
                name="plan"
                rows={longer.map((plan) => rowOf(plan, subscription.data?.freeMonths ?? 0))}
                value={chosen.id}
                onChange={(plan) => void navigate({ search: { plan }, replace: true, resetScroll: false })}
              />
            )}
          </div>
          <div className="flex flex-col items-start gap-2">
            <p className="m-0 text-quiet">{texts.shorter}</p>
            <SupportLink text={texts.shorterRequest} />
          </div>
          <Link to="/dash/home/" className={`${linkActionClasses} self-start`}>
            {texts.keep}
          </Link>
        </div>
      </AsideLayout>
      <LazySupportChat isInNavigation />
    </>
  );
}

function rowOf(plan: Plan, given: number) {
  const detail = longerPlanText(plan, given);
  return {
    value: plan.id,
    title: formatMonths(plan.months),
    ...(detail === '' ? {} : { detail }),
    figure: formatMoney(plan.monthlyPrice),
    figureDetail: texts.aMonth,
  };
}
