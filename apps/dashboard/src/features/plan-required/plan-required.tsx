import { planRequiredTexts as texts } from '@comet/texts';
import { buttonClasses } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hasPlan, subscriptionQuery } from '../subscription/index.ts';
import { saveOrder } from './saved-order.ts';

interface PlanRequiredProps {
  readonly product: keyof typeof texts.needed;
  /** Path of the order that opens once the plan is active. */
  readonly order: string;
  /** Prominence of the button; secondary if the page has another link to the plans. */
  readonly weight?: 'primary' | 'secondary';
}

/** States that a product needs a plan and links to the plans. Renders nothing for an account with a plan. */
export function PlanRequired({ product, order, weight = 'primary' }: PlanRequiredProps) {
  const { data: subscription } = useQuery(subscriptionQuery);
  if (subscription === undefined || hasPlan(subscription)) return null;
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-control border border-line bg-warm p-5 sm:p-6">
      <div className="flex max-w-[30rem] flex-col gap-1">
        <h2 className="m-0 text-lead leading-tight">{texts.headline}</h2>
        <p className="m-0 text-quiet">{texts.needed[product]}</p>
      </div>
      <SeePlans order={order} weight={weight} />
    </section>
  );
}

/** Links to the plans and saves the order until the plan is active. */
export function SeePlans({ order, weight = 'primary' }: Omit<PlanRequiredProps, 'product'>) {
  return (
    <Link to="/payment/subscription" onClick={() => saveOrder(order)} className={buttonClasses(weight)}>
      {texts.seePlans}
    </Link>
  );
}
