import { formatMoney } from '@comet/texts';
import { formatText, siteHomeTexts } from '@comet/texts/site';
import { Icon, type IconName } from '@comet/ui';
import { cheapestAddress, cheapestOf, plans, prices } from '../catalogue/index.ts';
import { actionClasses, cardClasses, PageSection } from '../frame/index.ts';
import { RouteDrawing } from '../traffic/index.ts';

const texts = siteHomeTexts.exitTypes;
const { you, server, home, site } = texts;
const directRoute = [
  { kind: 'you', name: you },
  { kind: 'server', name: server },
  { kind: 'site', name: site },
] as const;
const homeRoute = [
  { kind: 'you', name: you },
  { kind: 'server', name: server },
  { kind: 'home', name: home },
  { kind: 'site', name: site },
] as const;

interface ExitType {
  readonly key: 'datacenter' | 'residential' | 'dedicated';
  readonly icon: IconName;
  readonly href: string;
  /** Null while it is not on sale. */
  readonly price: { readonly amount: number; readonly currency: string } | null;
}

/** The three types of exit: route, use and price of each. */
export function ExitTypes() {
  const exitTypes: readonly ExitType[] = [
    {
      key: 'datacenter',
      icon: 'server',
      href: '/locations/',
      price: cheapestOf(plans)?.monthlyPrice ?? null,
    },
    { key: 'residential', icon: 'house-wifi', href: '/residential/', price: prices.residentialData },
    { key: 'dedicated', icon: 'fingerprint', href: '/dedicated/', price: cheapestAddress('dedicated') },
  ];
  return (
    <PageSection heading={texts.headline} explanation={texts.explanation}>
      <ul className="m-0 grid list-none gap-4 p-0 md:grid-cols-3">
        {exitTypes.map((exitType) => (
          <ExitTypeCard key={exitType.key} exitType={exitType} />
        ))}
      </ul>
    </PageSection>
  );
}

function ExitTypeCard({ exitType: { key, icon, href, price } }: { readonly exitType: ExitType }) {
  const { name, explanation, goodFor, price: priceText, action } = texts[key];
  return (
    <li className={`${cardClasses} flex flex-col p-6`}>
      <span className="flex text-comet">
        <Icon name={icon} size="large" />
      </span>
      <h3 className="m-0 mt-5 text-lead">{name}</h3>
      <p className="m-0 text-quiet">{explanation}</p>
      <div className="my-5">
        <RouteDrawing stops={key === 'residential' ? homeRoute : directRoute} />
      </div>
      <p className="m-0 mb-5 text-small text-quiet">
        <span className="font-semibold text-ink">{texts.goodFor}</span> {goodFor}
      </p>
      <p className="m-0 mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {price !== null && (
          <span className="font-semibold">{formatText(priceText, { price: formatMoney(price) })}</span>
        )}
        <a href={href} className={`${actionClasses} text-small`}>
          {action}
        </a>
      </p>
    </li>
  );
}
