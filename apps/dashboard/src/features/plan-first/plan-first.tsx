import { planFirstTexts as texts } from '@comet/texts';
import { buttonClasses } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hasPlan, subscriptionQuery } from '../subscription/index.ts';
import { keepNextOrder } from './next-order.ts';

interface PlanFirstProps {
  readonly product: keyof typeof texts.needed;
  /** Address of the order that opens once the plan is active. */
  readonly order: string;
  /** Of the button; secondary where the page has another one to the plans. */
  readonly weight?: 'primary' | 'secondary';
}

/** That a product needs a plan, with the way to the plans. Nothing for an account with a plan. */
export function PlanFirst({ product, order, weight = 'primary' }: PlanFirstProps) {
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

/** Leads to the plans and keeps the order meanwhile. */
export function SeePlans({ order, weight = 'primary' }: Omit<PlanFirstProps, 'product'>) {
  return (
    <Link to="/payment/subscription" onClick={() => keepNextOrder(order)} className={buttonClasses(weight)}>
      {texts.seePlans}
    </Link>
  );
}
