import { pricingTexts } from '@comet/texts/site';
import { buttonClasses, classes, Icon, type IconName } from '@comet/ui';
import { dashboard } from '../../platform/addresses.ts';
import { type Plan, plans } from '../catalogue/index.ts';
import { freeMonthsNote, isRecommended, planText } from './plan-text.ts';

const { plans: texts, assurances } = pricingTexts;

/** A column for each plan, the common features, and the only note about monthly prices. */
export function PlanCards() {
  const note = freeMonthsNote(plans);
  return (
    <section aria-label={texts.heading} className="mt-10">
      <ul className="m-0 grid list-none gap-4 p-0 lg:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.months} plan={plan} />
        ))}
      </ul>
      <Assurances />
      {note !== null && (
        <p className="mx-auto mt-4 mb-0 max-w-[44rem] text-center text-small text-quiet">{note}</p>
      )}
    </section>
  );
}

function PlanCard({ plan }: { readonly plan: Plan }) {
  const { length, monthlyPrice, offer, paidToday, renewal, action } = planText(plan);
  const isBest = isRecommended(plan);
  return (
    <li
      className={classes(
        'flex flex-col rounded-control bg-raised p-6 sm:p-7',
        isBest ? '-m-px border-2 border-comet' : 'border border-line',
      )}
    >
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h2 className="m-0 text-lead">{length}</h2>
        {isBest && (
          <span className="rounded-full bg-warm px-3 py-1 text-small font-semibold text-ink">
            {texts.recommended}
          </span>
        )}
      </div>
      <p className="m-0 mt-4 flex items-baseline gap-x-2">
        <span className="font-heading text-[3rem] leading-none font-semibold tracking-[-0.02em]">
          {monthlyPrice}
        </span>
        <span className="text-quiet">{texts.aMonth}</span>
      </p>
      <p className="m-0 mt-2 min-h-6 text-small font-semibold text-safe">{offer}</p>
      <p className="m-0 mt-4 border-t border-line pt-4 font-semibold">{paidToday}</p>
      <p className="m-0 mt-1 mb-6 text-small text-quiet">{renewal}</p>
      <a
        href={dashboard.choosePlan(plan.months)}
        className={classes('mt-auto', buttonClasses(isBest ? 'primary' : 'secondary', true))}
      >
        {action}
      </a>
      <div className="mt-4 flex justify-center text-quiet">
        <PaymentMarks hasTrial={plan.trialDays > 0} />
      </div>
      <p className="m-0 mt-3 flex items-center justify-center gap-2 border-t border-line pt-4 text-small text-quiet">
        <Icon name="rotate-ccw" />
        {assurances.refund}
      </p>
    </li>
  );
}

const cardMarks: readonly IconName[] = ['mark-visa', 'mark-mastercard', 'mark-paypal'];

/** Free days need a card or PayPal. */
function PaymentMarks({ hasTrial }: { readonly hasTrial: boolean }) {
  const marks = hasTrial ? cardMarks : [...cardMarks, 'mark-bitcoin' as const];
  return (
    <span className="flex items-center gap-3">
      <span className="sr-only">{hasTrial ? texts.trialMethods : texts.methods}</span>
      {marks.map((name) => (
        <Icon key={name} name={name} size={name === 'mark-visa' ? 'large' : 'medium'} />
      ))}
    </span>
  );
}

function Assurances() {
  const rows: readonly (readonly [IconName, string])[] = [
    ['credit-card', assurances.cards],
    ['mark-bitcoin', assurances.crypto],
    ['receipt-text', assurances.tax],
  ];
  return (
    <ul className="m-0 mt-7 flex list-none flex-wrap justify-center gap-x-8 gap-y-3 p-0 text-small text-quiet">
      {rows.map(([icon, text]) => (
        <li key={icon} className="flex items-center gap-2">
          <Icon name={icon} />
          {text}
        </li>
      ))}
    </ul>
  );
}
