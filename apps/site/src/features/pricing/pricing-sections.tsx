import { formatMoney } from '@comet/texts';
import { type Money } from '@comet/foundation';
import { pricingTexts as texts, formatText } from '@comet/texts/site';
import { Icon, type IconName } from '@comet/ui';
import { cheapestAddress, prices } from '../catalogue/index.ts';
import { isAppPublished } from '../download/index.ts';
import { actionClasses, cardClasses, PageSection } from '../frame/index.ts';

/** Products that can be bought in addition to a plan. */
export function Extras() {
  const { extras } = texts;
  const gigabyte = (price: Money | null): string =>
    price === null ? extras.notOnSale : formatText(extras.gigabyte, { price: formatMoney(price) });
  const month = (price: Money | null): string =>
    price === null ? extras.notOnSale : formatText(extras.monthFrom, { price: formatMoney(price) });
  const dataExplanation = isAppPublished
    ? extras.dataExplanation
    : `${extras.dataExplanation} ${extras.dataWithoutApp}`;
  const rows = [
    [extras.data, dataExplanation, gigabyte(prices.residentialData), '/residential/'],
    [extras.traffic, extras.trafficExplanation, gigabyte(prices.proxyTraffic), '/residential/'],
    [extras.address, extras.addressExplanation, month(cheapestAddress('dedicated')), '/dedicated/'],
    [
      extras.homeAddress,
      extras.addressExplanation,
      month(cheapestAddress('dedicated_residential')),
      '/dedicated/',
    ],
  ] as const;
  return (
    <PageSection heading={extras.heading} explanation={extras.explanation}>
      <ul className="m-0 grid list-none gap-4 p-0 sm:grid-cols-2 lg:grid-cols-4">
        {rows.map(([name, explanation, price, href]) => (
          <li key={name} className={`${cardClasses} flex flex-col p-6`}>
            <h3 className="m-0 text-lead">{name}</h3>
            <p className="m-0 mt-2 mb-5 text-small text-quiet">{explanation}</p>
            <p className="m-0 mt-auto flex flex-col items-start gap-1">
              <span className="font-semibold">{price}</span>
              <a
                href={href}
                aria-label={formatText(extras.moreOf, { name })}
                className={`${actionClasses} text-small`}
              >
                {extras.more}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

/** Features of every plan, and which of them need the app while it is not published. */
export function IncludedFeatures() {
  const { heading, withoutApp, ...features } = texts.included;
  const icons: Readonly<Record<keyof typeof features, IconName>> = {
    killSwitch: 'shield-check',
    quantum: 'atom',
    unmetered: 'globe',
    multiHop: 'waypoints',
    split: 'split',
    blocking: 'ban',
    obfuscation: 'venetian-mask',
    devices: 'monitor-smartphone',
    configs: 'file-cog',
  };
  return (
    <PageSection heading={heading} {...(isAppPublished ? {} : { explanation: withoutApp })}>
      <dl className="m-0 grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(features).map(([key, { name, explanation }]) => (
          <div key={key} className="grid grid-cols-[auto_1fr] content-start gap-x-3">
            <dt className="col-span-2 grid grid-cols-subgrid items-center font-semibold">
              <span className="flex text-comet">
                <Icon name={icons[key as keyof typeof features]} size="medium" />
              </span>
              {name}
            </dt>
            <dd className="col-start-2 m-0 mt-1 text-quiet">{explanation}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}

/** Questions and answers about paying, cancelling and refunds. */
export function BillingQuestions() {
  return (
    <PageSection id="questions" heading={texts.questions.heading}>
      <dl className="m-0 grid gap-x-14 md:grid-cols-2">
        {texts.questions.rows.map(([question, answer]) => (
          <div key={question} className="border-t border-line py-5">
            <dt className="font-semibold">{question}</dt>
            <dd className="m-0 mt-1 text-quiet">{answer}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}
