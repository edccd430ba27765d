import { siteHomeTexts } from '@comet/texts/site';
import { checkedAt, locations, statusAtBuild } from '../catalogue/index.ts';
import { actionClasses, cardClasses } from '../frame/index.ts';
import { lastLeakTest } from '../leak-test/index.ts';
import { type Figure, leakFigures, locationsFigure } from './proof-figures.ts';

const texts = siteHomeTexts.proof;

/** Measured figures, each with the day of its measurement. */
export function ProofLine() {
  const checked =
    checkedAt === null || statusAtBuild === undefined
      ? null
      : { at: checkedAt, cities: statusAtBuild.cities };
  const figures: readonly Figure[] = [
    locationsFigure({ locations, checked }),
    ...leakFigures(lastLeakTest()),
    { value: texts.days, meaning: texts.refund, detail: texts.noQuestions },
  ];
  return (
    <section aria-label={texts.label} className="mt-16">
      <dl
        className={`${cardClasses} m-0 grid divide-line overflow-hidden max-sm:divide-y sm:max-lg:grid-cols-2 lg:grid-flow-col lg:auto-cols-fr lg:divide-x`}
      >
        {figures.map(({ value, meaning, detail, live }) => (
          <div key={meaning} className="flex flex-col p-6">
            <dt className="order-2 mt-1 font-semibold" data-live={live && `${live}-meaning`}>
              {meaning}
            </dt>
            <dd
              className="order-1 m-0 font-heading text-title font-semibold"
              data-live={live && `${live}-up`}
            >
              {value}
            </dd>
            <dd className="order-3 m-0 text-small text-quiet">
              {detail ?? (
                <a href="/status/" className={actionClasses}>
                  {texts.liveStatus}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="m-0 mt-4">
        <a href="/security/" className={actionClasses}>
          {texts.action}
        </a>
      </p>
    </section>
  );
}
