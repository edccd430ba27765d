import { formatMoney } from '@comet/texts';
import { dedicatedPageTexts, plural, residentialPageTexts, say } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { prices } from '../catalogue/index.ts';
import { actionClasses, PageHead, Part, Statements } from '../frame/index.ts';

const example =
  'curl --proxy http://USER-country-us-city-nyc-session-abc-lifetime-30:PASSWORD@HOST:8080 https://example.com/';

export function ResidentialPage() {
  const texts = residentialPageTexts;
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      {prices.residentialData !== null && (
        <div className="mt-10 flex flex-wrap items-end gap-x-10 gap-y-4 border-y border-line py-7">
          <div>
            <p className="m-0 font-heading text-headline font-semibold">
              {say(texts.price, { price: formatMoney(prices.residentialData) })}
            </p>
            <p className="m-0 mt-1 text-quiet">{texts.priceExplanation}</p>
          </div>
          <a href="/pricing/" className={`${buttonClasses()} sm:ml-auto`}>
            {texts.buy}
          </a>
        </div>
      )}
      <p className="m-0 mt-6">
        {texts.coverage}{' '}
        <a href="/status/" className={actionClasses}>
          {texts.coverageLink}
        </a>
      </p>
      <Part heading={texts.rowsHeading}>
        <Statements rows={texts.rows} />
        <p className="m-0 mt-8">
          <a href="/blog/residential-exits-and-consent/" className={actionClasses}>
            {texts.readMore}
          </a>
        </p>
      </Part>
      <Part heading={texts.proxyHeading} explanation={texts.proxyExplanation}>
        <figure className="m-0">
          <figcaption className="mb-3 text-small text-quiet">{texts.exampleLabel}</figcaption>
          <pre className="m-0 rounded-control border border-line bg-raised p-5 font-mono text-small wrap-anywhere whitespace-pre-wrap">
            <code>{example}</code>
          </pre>
        </figure>
      </Part>
    </>
  );
}

export function DedicatedPage() {
  const texts = dedicatedPageTexts;
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      <Part heading={texts.pricesHeading}>
        {prices.dedicatedIps.length === 0 && <p className="m-0 text-quiet">{texts.none}</p>}
        <div className="grid gap-x-16 gap-y-10 md:grid-cols-2">
          {(['dedicated', 'dedicated_residential'] as const).map((type) => (
            <div key={type}>
              <h3 className="m-0 text-lead">{texts.types[type]}</h3>
              <dl className="m-0 mt-3 border-t border-line">
                {prices.dedicatedIps
                  .filter((offer) => offer.type === type)
                  .map(({ months, monthlyPrice }) => (
                    <div key={months} className="flex justify-between border-b border-line py-4">
                      <dt>{say(plural(months, texts.months), { months })}</dt>
                      <dd className="m-0 font-semibold">
                        {say(texts.aMonth, { price: formatMoney(monthlyPrice) })}
                      </dd>
                    </div>
                  ))}
              </dl>
            </div>
          ))}
        </div>
      </Part>
      <Part heading={texts.rowsHeading}>
        <Statements rows={texts.rows} />
        <p className="m-0 mt-8">
          <a href="/pricing/" className={buttonClasses()}>
            {texts.buy}
          </a>
        </p>
      </Part>
    </>
  );
}
