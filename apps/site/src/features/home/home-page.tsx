import { formatMoney } from '@comet/texts';
import { say, siteHomeTexts as texts } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { plans, prices } from '../catalogue/index.ts';
import { actionClasses, Part } from '../frame/index.ts';
import { TrailMap } from '../world/index.ts';

/** The first screen: one sentence, and the trail. */
export function Hero() {
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
      </div>
      <TrailMap label={texts.mapLabel} from={texts.you} to={texts.seen} />
    </section>
  );
}

/** Three figures between hairlines. */
export function Facts() {
  const { kept, refund, data } = texts.facts;
  const price = prices.residentialData;
  const facts = [
    kept,
    refund,
    ...(price === null ? [] : [{ ...data, headline: say(data.headline, { price: formatMoney(price) }) }]),
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

/** Datacentre, home, address of one’s own. */
export function Ways() {
  const { headline, explanation, datacentre, home, own } = texts.ways;
  const ways = [
    { ...datacentre, href: '/locations/' },
    { ...home, href: '/residential/' },
    { ...own, href: '/dedicated/' },
  ];
  return (
    <Part heading={headline} explanation={explanation}>
      <ul className="m-0 list-none border-t border-line p-0">
        {ways.map((way) => (
          <li
            key={way.href}
            className="grid gap-x-10 gap-y-2 border-b border-line py-6 md:grid-cols-[2fr_3fr_13rem] md:items-baseline"
          >
            <h3 className="m-0 text-lead">{way.name}</h3>
            <p className="m-0 text-quiet">{way.explanation}</p>
            <a href={way.href} className={actionClasses}>
              {way.action}
            </a>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Each promise with its proof. */
export function Proof() {
  const { headline, explanation, rows, action } = texts.proof;
  return (
    <Part heading={headline} explanation={explanation}>
      <dl className="m-0 grid gap-x-16 gap-y-10 md:grid-cols-2">
        {[rows.leak, rows.log, rows.quantum, rows.money].map(({ claim, proof }) => (
          <div key={claim} className="border-t border-line pt-5">
            <dt className="font-heading text-lead font-semibold">{claim}</dt>
            <dd className="m-0 mt-2 text-quiet">{proof}</dd>
          </div>
        ))}
      </dl>
      <p className="m-0 mt-8">
        <a href="/security/" className={actionClasses}>
          {action}
        </a>
      </p>
    </Part>
  );
}

/** The closing section: the price of a trial. */
export function End() {
  const trial = plans.find(({ trialDays }) => trialDays > 0);
  const cheapest = plans.toSorted((one, other) => one.monthlyPrice.amount - other.monthlyPrice.amount)[0];
  if (cheapest === undefined) return null;
  return (
    <section className="mt-24 flex flex-col items-start gap-5 border-t border-line pt-12">
      {trial !== undefined && (
        <h2 className="m-0 text-headline">{say(texts.end.headline, { days: trial.trialDays })}</h2>
      )}
      <p className="m-0 max-w-[40rem] text-lead text-quiet">
        {trial === undefined
          ? say(texts.end.noTrial, { price: formatMoney(cheapest.monthlyPrice) })
          : say(texts.end.explanation, { price: formatMoney(trial.monthlyPrice) })}
      </p>
      <a href="/pricing/" className={buttonClasses()}>
        {texts.seePlans}
      </a>
    </section>
  );
}
