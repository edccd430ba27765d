import { isDataCenter } from '@comet/contract';
import { formatList, formatMoney } from '@comet/texts';
import { nameInSentence, locationsTexts as texts, formatText } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { type Country, countriesOf, locations, prices } from '../catalogue/index.ts';
import { isAppPublished } from '../download/index.ts';
import { actionClasses, PageHead, PageSection } from '../frame/index.ts';
import { WorldMap } from '../maps/index.ts';
import { countryPath } from './country.ts';

const countries = countriesOf(locations);

function CountryList({ countries: listed }: { readonly countries: readonly Country[] }) {
  return (
    <ul className="m-0 grid list-none gap-x-10 border-t border-line p-0 sm:grid-cols-2 lg:grid-cols-3">
      {listed.map((country) => (
        <li key={country.code} className="border-b border-line">
          <a
            href={countryPath(country)}
            className="group flex min-h-16 flex-col justify-center py-3 no-underline"
          >
            <span className="font-heading text-lead font-semibold text-ink group-hover:text-comet">
              {country.name}
            </span>
            <span className="text-small text-quiet">{country.cities.join(', ')}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** One country: facts next to the map, each location, and the other countries. */
export function CountryLocations({ country }: { readonly country: Country }) {
  const { country: pageTexts } = texts;
  const name = nameInSentence(country);
  const hasHomes = country.locations.some(({ type }) => type === 'native_residential');
  return (
    <>
      <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[9fr_11fr]">
        <div>
          <PageHead explanation={formatText(pageTexts.explanation, { cities: formatList(country.cities) })}>
            {formatText(pageTexts.headline, { country: name })}
          </PageHead>
          <dl className="m-0 mt-8 border-t border-line">
            {factsOf(country).map(([term, fact]) => (
              <div key={term} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3">
                <dt className="text-quiet">{term}</dt>
                <dd className="m-0 font-semibold">{fact}</dd>
              </div>
            ))}
          </dl>
          <p className="m-0 mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
            <a href="/pricing/" className={buttonClasses()}>
              {pageTexts.seePlans}
            </a>
            <a href="/locations/" className={actionClasses}>
              {pageTexts.live}
            </a>
          </p>
        </div>
        <WorldMap label={formatText(pageTexts.mapLabel, { country: name })} lit={[country.code]} />
      </div>
      <PageSection
        heading={pageTexts.locationsHeading}
        {...(hasHomes ? { explanation: pageTexts.homesExplanation } : {})}
      >
        <ul className="m-0 list-none overflow-hidden rounded-control border border-line bg-raised p-0">
          {country.locations.map(({ code, city, type }) => (
            <li
              key={code}
              className="grid gap-x-10 gap-y-1 border-b border-line px-5 py-5 last:border-b-0 sm:px-7 md:grid-cols-[2fr_3fr_auto] md:items-baseline"
            >
              <h3 className="m-0 text-lead">{city}</h3>
              <span className="text-quiet">{pageTexts.types[type]}</span>
              {isAppPublished && <code className="font-mono text-small">{`comet connect ${code}`}</code>}
            </li>
          ))}
        </ul>
      </PageSection>
      <PageSection heading={pageTexts.otherHeading}>
        <CountryList countries={countries.filter(({ code }) => code !== country.code)} />
      </PageSection>
    </>
  );
}

/** Exits, prices, protocols and refund of a country, without live values. */
function factsOf({ locations: there }: Country): readonly (readonly [term: string, fact: string])[] {
  const { facts } = texts.country;
  const dataCenters = there.filter(isDataCenter).length;
  const hasHomes = there.some(({ type }) => type === 'native_residential');
  const { residentialData } = prices;
  return [
    ...(dataCenters > 0 ? [[facts.dataCenters, facts.included] as const] : []),
    ...(hasHomes && residentialData !== null
      ? [[facts.homes, formatText(facts.gigabyte, { price: formatMoney(residentialData) })] as const]
      : []),
    ...(dataCenters > 0 ? [[facts.protocols, facts.protocolNames] as const] : []),
    [facts.refund, facts.refundDays],
  ];
}
