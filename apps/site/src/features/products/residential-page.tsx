import { formatMoney } from '@comet/texts';
import { helpPath } from '@comet/texts/help';
import { pricingTexts, residentialPageTexts as texts, formatText, useCasesTexts } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { prices } from '../catalogue/index.ts';
import { isAppPublished } from '../download/index.ts';
import { actionClasses, inkActionClasses, PageHead, PageSection } from '../frame/index.ts';
import { PartyVisibility } from '../traffic/index.ts';
import { Fit, Promises } from './product-sections.tsx';

const example = [
  'curl --proxy',
  `http://${texts.anatomy.rows.map(([part]) => part).join('')}:PASSWORD@HOST:8080`,
  'https://example.com/',
].join(' \\\n  ');

/** Without the app, which residential data needs, only the proxy is sold: the page then describes its traffic. */
const hasOnlyProxy = prices.residentialData === null && prices.proxyTraffic !== null;
const proxyParties = useCasesTexts.cases.find(({ slug }) => slug === 'test-and-research')?.parties;

/** Residential exits: price, what each party can see, uses, and the proxy. */
export function ResidentialPage() {
  return (
    <>
      <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
        <aside className="flex flex-col gap-4 rounded-control border border-line bg-warm p-6 lg:mt-10">
          {prices.residentialData !== null && (
            <div>
              <p className="m-0 font-heading text-title font-semibold">
                {formatText(texts.price, { price: formatMoney(prices.residentialData) })}
              </p>
              <p className="m-0 mt-1 text-small text-quiet">{texts.priceExplanation}</p>
              {!isAppPublished && (
                <p className="m-0 mt-3 text-small font-semibold">{pricingTexts.extras.dataWithoutApp}</p>
              )}
            </div>
          )}
          {hasOnlyProxy && prices.proxyTraffic !== null && (
            <div>
              <p className="m-0 font-heading text-title font-semibold">
                {formatText(texts.price, { price: formatMoney(prices.proxyTraffic) })}
              </p>
              <p className="m-0 mt-1 text-small text-quiet">{texts.onlyProxy}</p>
            </div>
          )}
          <a href="/pricing/" className={buttonClasses('primary', true)}>
            {texts.buy}
          </a>
          <p className="m-0 text-small">
            {texts.coverage}{' '}
            <a href="/status/" className={inkActionClasses}>
              {texts.coverageLink}
            </a>
          </p>
        </aside>
      </div>
      <PartyVisibility parties={(hasOnlyProxy ? proxyParties : undefined) ?? texts.parties} />
      <Fit goodFor={texts.goodFor} notFor={texts.notFor} />
      <PageSection heading={texts.rowsHeading}>
        <Promises rows={hasOnlyProxy ? texts.rows : [texts.whenDataRunsOut, ...texts.rows]} />
        <p className="m-0 mt-8">
          <a href="/blog/residential-exits-and-consent/" className={actionClasses}>
            {texts.readMore}
          </a>
        </p>
      </PageSection>
      <PageSection heading={texts.proxyHeading} explanation={texts.proxyExplanation}>
        <div className="overflow-hidden rounded-control border border-line bg-raised lg:grid lg:grid-cols-[minmax(0,1fr)_24rem]">
          <figure className="m-0 flex flex-col gap-3 p-6">
            <figcaption className="text-small text-quiet">{texts.exampleLabel}</figcaption>
            <pre className="m-0 rounded-control border border-line bg-ground p-5 font-mono text-small wrap-anywhere whitespace-pre-wrap">
              <code>{example}</code>
            </pre>
            <div className="mt-2">
              <h3 className="m-0 text-body">{texts.guides.heading}</h3>
              <p className="m-0 mt-2 flex flex-wrap gap-x-5 gap-y-2">
                {texts.guides.rows.map(([slug, name]) => (
                  <a key={slug} href={helpPath(slug)} className={actionClasses}>
                    {name}
                  </a>
                ))}
              </p>
            </div>
          </figure>
          <Anatomy />
        </div>
      </PageSection>
    </>
  );
}

/** The parts of a proxy user's name in the example. */
function Anatomy() {
  return (
    <div className="border-line bg-warm p-6 max-lg:border-t lg:border-l">
      <h3 className="m-0 text-body">{texts.anatomy.heading}</h3>
      <dl className="m-0 mt-3 flex flex-col">
        {texts.anatomy.rows.map(([part, meaning]) => (
          <div key={part} className="flex justify-between gap-x-4 border-t border-line py-2.5 text-small">
            <dt className="shrink-0 font-mono">{part}</dt>
            <dd className="m-0 text-right text-quiet">{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
