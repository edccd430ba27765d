import { checkoutTexts, say } from '@comet/texts';
import { plansTexts } from '@comet/texts/desktop';
import { Button, Complaint, RadioRows } from '@comet/ui';
import { useState } from 'react';
import { useAnswer } from '../../platform/daemon/index.ts';
import { useDashboard } from '../dashboard/index.ts';
import { Fetched } from '../fetched/index.ts';
import { ScreenFrame } from '../navigation/index.ts';
import { firstChosen, planRow, type Plan } from './plan-row.ts';

/** The plans on sale. The chosen one is paid in the browser, where cards and invoices are at home. */
export function PlansScreen() {
  const plans = useAnswer('account.plans');
  const account = useAnswer('account');
  // As long as it is not known, no days are promised that may not be given.
  const isNew = account.value !== null && account.value.subscription === null;
  return (
    <ScreenFrame title={checkoutTexts.headline}>
      <Fetched
        answer={plans}
        loading={plansTexts.loading}
        unavailable={(why) => say(plansTexts.unavailable, { why })}
      >
        {(listed) => <Choice plans={listed.plans} isNew={isNew} />}
      </Fetched>
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
      <Complaint>{dashboard.failure}</Complaint>
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
