import { formatMoney } from '@comet/texts';
import { formatText, siteHomeTexts as texts } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { cheapestOf, plans, prices } from '../catalogue/index.ts';
import { TrailMap } from '../maps/index.ts';

/** The top of the home page: headline, trail and price. */
export function Hero() {
  const cheapest = cheapestOf(plans);
  return (
    <section className="grid items-center gap-x-12 gap-y-10 pt-8 sm:pt-14 lg:min-h-[30rem] lg:grid-cols-[9fr_11fr]">
      <div className="flex flex-col items-start gap-7">
        <h1 className="m-0 text-[2.75rem] leading-[1.03] tracking-[-0.025em] text-wrap sm:text-display">
          {texts.headline}
        </h1>
        <p className="m-0 max-w-[30rem] text-lead text-quiet">{texts.explanation}</p>
        <div className="flex flex-wrap gap-3">
          <a href="/pricing/" className={buttonClasses()}>
            {texts.seePlans}
          </a>
          <a href="/security/" className={buttonClasses('secondary')}>
            {texts.readTests}
          </a>
        </div>
        {cheapest !== undefined && (
          <p className="m-0 -mt-3 text-small text-quiet">
            {formatText(texts.fromPrice, { price: formatMoney(cheapest.monthlyPrice) })}
          </p>
        )}
      </div>
      <TrailMap label={texts.mapLabel} from={texts.you} to={texts.seen} />
    </section>
  );
}

/** Three figures, separated by thin lines. */
export function Facts() {
  const { kept, refund, data } = texts.facts;
  const price = prices.residentialData;
  const facts = [
    kept,
    refund,
    ...(price === null
      ? []
      : [{ ...data, headline: formatText(data.headline, { price: formatMoney(price) }) }]),
  ];
  return (
    <section className="mt-14 grid border-t border-line md:grid-cols-3">
      {facts.map(({ headline, explanation }) => (
        <div
          key={headline}
          className="border-line py-7 max-md:border-b md:px-8 md:first:pl-0 md:last:pr-0 md:not-last:border-r"
        >
          <h2 className="m-0 text-title">{headline}</h2>
          <p className="m-0 mt-1 text-quiet">{explanation}</p>
        </div>
      ))}
    </section>
  );
}
