import { formatDay, homeTexts, plural, say } from '@comet/texts';
import { accountTexts } from '@comet/texts/desktop';
import type { ResultOf } from '@comet/tunnel-protocol';

export interface AccountView {
  readonly state: string;
  /** What the state allows. */
  readonly allows: string;
  /** Whether the next thing to do is to choose a plan; otherwise the plan is managed in the dashboard. */
  readonly needsPlan: boolean;
  /** Terms and their values about the plan. */
  readonly rows: readonly { readonly term: string; readonly value: string }[];
}

/** What an account's state means for whoever looks at it. */
export function accountView(account: ResultOf<'account'>): AccountView {
  const { status, plan, activeUntil, renews, source, subscription } = account;
  const owing = status === 'active' && subscription?.state === 'past_due';
  const months = plan === null ? null : say(plural(plan.months, homeTexts.months), { count: plan.months });
  return {
    state: accountTexts.states[status],
    allows: owing ? accountTexts.paymentDue : accountTexts.allows[status],
    needsPlan: status === 'inactive',
    rows: [
      { term: accountTexts.plan, value: months ?? accountTexts.noPlan },
      ...(activeUntil === null
        ? []
        : [
            {
              term: renews && !owing ? accountTexts.renewsOn : accountTexts.endsOn,
              value: formatDay(activeUntil),
            },
          ]),
      ...(source === null || source === 'web' || status === 'inactive'
        ? []
        : [{ term: accountTexts.boughtIn, value: accountTexts.stores[source] }]),
    ],
  };
}
