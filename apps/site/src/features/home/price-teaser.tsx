import { formatMoney } from '@comet/texts';
import { formatText, siteHomeTexts } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { cheapestOf, plans } from '../catalogue/index.ts';
import { cardClasses } from '../frame/index.ts';
import { planText } from '../pricing/index.ts';

const texts = siteHomeTexts.prices;

/** The monthly price of each plan, and the trial. */
export function PriceTeaser() {
  return (
    <section className={`${cardClasses} mt-20 grid overflow-hidden lg:grid-cols-[3fr_2fr]`}>
      <div className="p-6 sm:p-10">
        <h2 className="m-0 text-[1.75rem] leading-tight">{texts.headline}</h2>
        <p className="m-0 mt-2 text-quiet">{texts.explanation}</p>
        <dl className="m-0 mt-6 border-t border-line">
          {plans.map((plan) => {
            const { length, monthlyPrice, offer } = planText(plan);
            return (
              <div key={length} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-3.5">
                <dt className="flex-1 font-semibold">{length}</dt>
                <dd className="m-0 font-semibold">{formatText(texts.aMonth, { price: monthlyPrice })}</dd>
                <dd className="m-0 w-full text-small font-semibold text-safe">{offer}</dd>
              </div>
            );
          })}
        </dl>
      </div>
      <Trial />
    </section>
  );
}

function Trial() {
  const trial = plans.find(({ trialDays }) => trialDays > 0);
  const priced = trial ?? cheapestOf(plans);
  if (priced === undefined) return null;
  return (
    <div className="flex flex-col items-start justify-center gap-4 border-line bg-warm p-6 max-lg:border-t sm:p-10 lg:border-l">
      <h2 className="m-0 text-title">
        {trial === undefined
          ? texts.noTrialHeadline
          : formatText(texts.trialHeadline, { days: trial.trialDays })}
      </h2>
      <p className="m-0">
        {formatText(trial === undefined ? texts.noTrial : texts.trial, {
          price: formatMoney(priced.monthlyPrice),
        })}
      </p>
      <a href="/pricing/" className={buttonClasses()}>
        {texts.compare}
      </a>
    </div>
  );
}
