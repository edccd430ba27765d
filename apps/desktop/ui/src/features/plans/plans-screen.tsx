import { checkoutTexts, formatText, formatMoney, homeTexts, plural, planOfferTexts } from '@comet/texts';
import { plansTexts } from '@comet/texts/desktop';
import { Button, FieldError, RadioRows } from '@comet/ui';
import { useState } from 'react';
import { useDaemonQuery } from '../../platform/daemon/index.ts';
import { useDashboard } from '../dashboard/index.ts';
import { QueryResult } from '../query-result/index.ts';
import { ScreenFrame } from '../navigation/index.ts';
import type { ResultOf } from '@comet/tunnel-protocol';

export type Plan = ResultOf<'account.plans'>['plans'][number];

const formatMonths = (count: number) => formatText(plural(count, homeTexts.months), { count });

/** Returns a plan as a row: its months, offer and price. Only an account that never had a plan gets trial days. */
export function planRow(plan: Plan, { isNew }: { readonly isNew: boolean }) {
  const detail = offer(plan, isNew);
  return {
    value: plan.id,
    title: formatMonths(plan.months),
    ...(detail === null ? {} : { detail }),
    figure: formatMoney(plan.monthly),
    figureDetail:
      plan.months === 1
        ? checkoutTexts.aMonth
        : formatText(checkoutTexts.aMonthNow, { amount: formatMoney(plan.value) }),
  };
}

function offer({ trialDays, monthsFree, discountPercent: percent }: Plan, isNew: boolean): string | null {
  if (trialDays > 0 && isNew) return formatText(planOfferTexts.trialThenMonthly, { days: trialDays });
  if (monthsFree > 0)
    return formatText(planOfferTexts.freeAndLess, { free: formatMonths(monthsFree), percent });
  return percent > 0 ? formatText(planOfferTexts.percentLess, { percent }) : null;
}

/** The plan selected at first, as in the dashboard: the yearly one, else the first. */
export function firstChosen(plans: readonly Plan[]): string | null {
  return (plans.find(({ months }) => months === 12) ?? plans[0])?.id ?? null;
}

/** The plans on sale. The chosen one is paid in the browser. */
export function PlansScreen() {
  const plans = useDaemonQuery('account.plans');
  const account = useDaemonQuery('account');
  // Trial days are shown only once the account is known to be eligible.
  const isNew = account.value !== null && account.value.subscription === null;
  return (
    <ScreenFrame title={checkoutTexts.headline}>
      <QueryResult
        query={plans}
        loading={plansTexts.loading}
        unavailable={(why) => formatText(plansTexts.unavailable, { why })}
      >
        {(listed) => <Choice plans={listed.plans} isNew={isNew} />}
      </QueryResult>
    </ScreenFrame>
  );
}

function Choice({ plans, isNew }: { readonly plans: readonly Plan[]; readonly isNew: boolean }) {
  const dashboard = useDashboard();
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? firstChosen(plans);
  return (
    <>
      <div className="border-t border-line">
        <RadioRows
          legend={checkoutTexts.plans}
          name="plan"
          rows={plans.map((plan) => planRow(plan, { isNew }))}
          value={chosen}
          onChange={setPicked}
        />
      </div>
      <p className="m-0 text-small text-quiet">{plansTexts.explanation}</p>
      <FieldError>{dashboard.failure}</FieldError>
      <Button
        wide
        busy={dashboard.opening}
        onClick={() => dashboard.open('plans', chosen === null ? {} : { plan: chosen })}
      >
        {plansTexts.continue}
      </Button>
    </>
  );
}
