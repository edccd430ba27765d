import { formatMoney } from '@comet/texts';
import { helpPath } from '@comet/texts/help';
import { dedicatedPageTexts as texts, plural, formatText, whoSeesWhatTexts } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { prices } from '../catalogue/index.ts';
import { actionClasses, PageHead, PageSection } from '../frame/index.ts';
import { RouteDrawing, Seen } from '../traffic/index.ts';
import { Fit, Promises } from './product-sections.tsx';

/** Dedicated IPs: prices, differences from a shared location, and uses. */
export function DedicatedPage() {
  return (
    <>
      <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
        <Prices />
      </div>
      <PageSection heading={texts.compare.heading}>
        <div className="grid gap-5 md:grid-cols-2">
          <Kind kind={texts.compare.shared} isShared />
          <Kind kind={texts.compare.own} />
        </div>
      </PageSection>
      <Fit goodFor={texts.goodFor} notFor={texts.notFor} />
      <PageSection heading={texts.rowsHeading}>
        <Promises rows={texts.rows}>
          <a href={helpPath('dedicated-ip')} className={actionClasses}>
            {texts.guide}
          </a>
        </Promises>
      </PageSection>
    </>
  );
}

function Prices() {
  return (
    <aside className="flex flex-col gap-4 rounded-control border border-line bg-warm p-6 lg:mt-10">
      {prices.dedicatedIps.length === 0 && <p className="m-0 text-quiet">{texts.none}</p>}
      {(['dedicated', 'dedicated_residential'] as const).map((type) => (
        <div key={type}>
          <h2 className="m-0 text-body">{texts.types[type]}</h2>
          <dl className="m-0 mt-1">
            {prices.dedicatedIps
              .filter((offer) => offer.type === type)
              .map(({ months, monthlyPrice }) => (
                <div key={months} className="flex justify-between border-b border-line py-1.5 text-small">
                  <dt>{formatText(plural(months, texts.months), { months })}</dt>
                  <dd className="m-0 font-semibold">
                    {formatText(texts.aMonth, { price: formatMoney(monthlyPrice) })}
                  </dd>
                </div>
              ))}
          </dl>
        </div>
      ))}
      <a href="/pricing/" className={buttonClasses('primary', true)}>
        {texts.buy}
      </a>
    </aside>
  );
}

interface KindProps {
  readonly kind: (typeof texts.compare)['shared' | 'own'];
  readonly isShared?: boolean;
}

/** The route of traffic through one kind of IP address, and what a website can see. */
function Kind({ kind: { name, text, route, sees, misses }, isShared = false }: KindProps) {
  const [from, through, to] = route;
  return (
    <section className="rounded-control border border-line bg-raised p-6 sm:p-7">
      <RouteDrawing
        isShared={isShared}
        stops={[
          { kind: 'you', name: from },
          { kind: 'server', name: through },
          { kind: 'site', name: to },
        ]}
      />
      <h3 className="m-0 mt-5 text-lead">{name}</h3>
      <p className="m-0 mt-1 text-quiet">{text}</p>
      <div className="grid gap-x-6 sm:grid-cols-2">
        <Seen label={whoSeesWhatTexts.sees} icon="eye" items={sees} />
        <Seen label={whoSeesWhatTexts.misses} icon="eye-off" items={misses} />
      </div>
    </section>
  );
}
