import { formatMoney } from '@comet/texts';
import { type Money } from '@comet/foundation';
import { pricingTexts as texts, say } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { dashboard } from '../../platform/addresses.ts';
import { type Plan, plans, prices } from '../catalogue/index.ts';
import { Part, Statements } from '../frame/index.ts';
import { planText } from './plan-text.ts';

/** Every plan, by hairlines: what it costs a month, what is charged, what is on top. */
export function PlanRows() {
  return (
    <ul aria-label={texts.plans.heading} className="m-0 mt-12 list-none border-t border-line p-0">
      {plans.map((plan) => (
        <PlanRow key={plan.months} plan={plan} />
      ))}
    </ul>
  );
}

function PlanRow({ plan }: { readonly plan: Plan }) {
  const { length, charged, notes } = planText(plan);
  return (
    <li className="grid items-center gap-x-10 gap-y-3 border-b border-line py-8 md:grid-cols-[3fr_4fr_auto]">
      <h2 className="m-0 text-title">{length}</h2>
      <div>
        <p className="m-0 flex flex-wrap items-baseline gap-x-2">
          <span className="font-heading text-headline font-semibold">{formatMoney(plan.monthlyPrice)}</span>
          <span className="text-quiet">{texts.plans.aMonth}</span>
        </p>
        <p className="m-0 mt-1 text-small text-quiet">{[charged, ...notes].join(' · ')}</p>
      </div>
      <a
        href={dashboard.choosePlan(plan.months)}
        className={buttonClasses(plan.months === 12 ? 'primary' : 'secondary')}
        aria-label={say(texts.plans.chooseLabel, { length })}
      >
        {texts.plans.choose}
      </a>
    </li>
  );
}

/** Purchases in addition to a plan. */
export function Extras() {
  const { extras } = texts;
  const gigabyte = (price: Money | null): string =>
    price === null ? extras.notOnSale : say(extras.gigabyte, { price: formatMoney(price) });
  const cheapest = (type: string): string => {
    const offers = prices.dedicatedIps.filter((offer) => offer.type === type);
    const least = offers.toSorted((one, other) => one.monthlyPrice.amount - other.monthlyPrice.amount)[0];
    return least === undefined
      ? extras.notOnSale
      : say(extras.monthFrom, { price: formatMoney(least.monthlyPrice) });
  };
  const rows = [
    [extras.data, extras.dataExplanation, gigabyte(prices.residentialData)],
    [extras.traffic, extras.trafficExplanation, gigabyte(prices.proxyTraffic)],
    [extras.address, extras.addressExplanation, cheapest('dedicated')],
    [extras.homeAddress, extras.addressExplanation, cheapest('dedicated_residential')],
  ] as const;
  return (
    <Part heading={extras.heading} explanation={extras.explanation}>
      <ul className="m-0 list-none border-t border-line p-0">
        {rows.map(([name, explanation, price]) => (
          <li
            key={name}
            className="grid gap-x-10 gap-y-1 border-b border-line py-5 md:grid-cols-[2fr_3fr_11rem]"
          >
            <h3 className="m-0 text-lead">{name}</h3>
            <p className="m-0 text-quiet">{explanation}</p>
            <p className="m-0 font-semibold md:text-right">{price}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Included() {
  return (
    <Part heading={texts.included.heading}>
      <Statements rows={texts.included.rows} />
    </Part>
  );
}

export function MoneyQuestions() {
  return (
    <Part heading={texts.questions.heading}>
      <Statements rows={texts.questions.rows} />
    </Part>
  );
}
