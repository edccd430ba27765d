import { locationsTexts as texts } from '@comet/texts/site';
import { citiesOf, type Country, countriesOf, locations, statusAtBuild } from '../catalogue/index.ts';
import { actionClasses, PageHead, PageSection, Select } from '../frame/index.ts';
import { BuiltAt, Light, LocationsUp, StateText } from '../status/index.ts';
import { WorldMap } from '../maps/index.ts';
import { countryPath } from './country.ts';
import { origins } from './origins.ts';

const countries = countriesOf(locations);

/**
 * The map, and by country each city with its state, load and latency. The sentence above the map counts the
 * available locations like the status page.
 */
export function Locations() {
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      <p className="m-0 mt-6 grid justify-start gap-x-4 gap-y-1 lg:grid-flow-col">
        <span className="font-semibold">
          <LocationsUp />
        </span>
        <span data-status-time className="min-h-6 text-quiet noscript:hidden" />
        <span className="hidden text-quiet noscript:inline">
          <BuiltAt />
        </span>
        <a href="/status/" className={actionClasses}>
          {texts.status}
        </a>
      </p>
      <div className="mt-10">
        <WorldMap label={texts.mapLabel} lit={countries.map(({ code }) => code)} />
      </div>
      <PageSection heading={texts.listHeading}>
        <OriginSelect />
        <ul className="m-0 grid list-none gap-4 p-0 sm:grid-cols-2 lg:grid-cols-3">
          {countries.map((country) => (
            <CountryCard key={country.code} country={country} />
          ))}
        </ul>
      </PageSection>
    </>
  );
}

function OriginSelect() {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-quiet noscript:hidden">
      <label htmlFor="origin">{texts.latency.label}</label>
      <Select id="origin" data-origin defaultValue="">
        <option value="">{texts.latency.choose}</option>
        {origins.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      <span>{texts.latency.explanation}</span>
    </div>
  );
}

function CountryCard({ country }: { readonly country: Country }) {
  const cities = citiesOf(country.locations);
  const hasHomes = country.locations.some(({ type }) => type === 'native_residential');
  return (
    <li className="flex flex-col rounded-control border border-line bg-raised p-5">
      <h3 className="m-0 text-lead">
        <a href={countryPath(country)} className="text-ink no-underline hover:text-comet hover:underline">
          {country.name}
        </a>
      </h3>
      <ul className="m-0 mt-2 list-none p-0">
        {cities.map((city) => (
          <CityRow key={city.code} {...city} />
        ))}
        {hasHomes && (
          <li className="border-t border-line pt-2.5 pb-0 text-small text-quiet first:border-t-0">
            {texts.hasHomes}
          </li>
        )}
      </ul>
    </li>
  );
}

type City = Pick<Country['locations'][number], 'code' | 'city' | 'latitude' | 'longitude'>;

function CityRow({ code, city, latitude, longitude }: City) {
  const atBuild = statusAtBuild?.cities.find((one) => one.code === code);
  return (
    <li
      data-city={code}
      data-latitude={latitude}
      data-longitude={longitude}
      className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 border-t border-line py-2.5 first:border-t-0 last:pb-0"
    >
      <Light />
      <span className="font-semibold">{city}</span>
      <StateText atBuild={atBuild?.state} />
      <span className="col-start-2 col-end-4 flex min-h-5 flex-wrap justify-between gap-x-4 text-small text-quiet">
        <span data-latency className="tabular-nums noscript:hidden" />
        <span data-load className="ml-auto noscript:hidden" />
        {atBuild !== undefined && atBuild.load !== null && (
          <span className="hidden noscript:inline">{texts.loads[atBuild.load]}</span>
        )}
      </span>
    </li>
  );
}
