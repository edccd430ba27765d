import { formatMoney, homeTexts as texts, say } from '@comet/texts';
import { linkActionClasses, Row, Rows } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { monthsInWords, offerInWords, type Plan } from '../subscription/index.ts';

interface PlanPricesProps {
  readonly plans: readonly Plan[];
  /** Devices at a time, which no plan changes. */
  readonly deviceLimit: number;
}

/** What there is to choose from and what it costs, for whoever has no plan. */
export function PlanPrices({ plans, deviceLimit }: PlanPricesProps) {
  return (
    <div className="flex w-full flex-col gap-3">
      <Rows>
        {plans.map((plan) => (
          <PlanPrice key={plan.id} plan={plan} />
        ))}
      </Rows>
      <p className="m-0 text-small text-quiet">{say(texts.everyPlan, { limit: deviceLimit })}</p>
    </div>
  );
}

function PlanPrice({ plan }: { readonly plan: Plan }) {
  const months = monthsInWords(plan.months);
  const offer = offerInWords(plan);
  return (
    <Row
      term={months}
      action={
        <Link
          to="/payment/subscription"
          search={{ plan: plan.id }}
          aria-label={say(texts.chooseOf, { plan: months })}
          className={linkActionClasses}
        >
          {texts.choose}
        </Link>
      }
    >
      {priceInWords(plan)}
      {offer !== undefined && <span className="block text-small text-quiet">{offer}</span>}
    </Row>
  );
}

/** `$4.99 a month, $59.88 now`. */
function priceInWords({ months, monthlyPrice, price }: Plan): string {
  const monthly = formatMoney(monthlyPrice);
  return months === 1
    ? say(texts.priceMonthly, { monthly })
    : say(texts.priceNow, { monthly, amount: formatMoney(price) });
}
