import { formatList } from '@comet/texts';
import { nameInSentence, placesTexts as texts, plural, say } from '@comet/texts/site';
import { type Country, countriesOf, locations } from '../catalogue/index.ts';
import { PageHead, Part } from '../frame/index.ts';
import { WorldMap } from '../world/index.ts';

const countries = countriesOf(locations);

/** The map, and the same as a list. */
export function Locations() {
  const cities = new Set(locations.map(({ country, city }) => `${country} ${city}`)).size;
  return (
    <>
      <PageHead explanation={texts.explanation}>
        {say(texts.headline, { countries: countries.length, cities })}
      </PageHead>
      <div className="mt-12">
        <WorldMap label={texts.mapLabel} lit={countries.map(({ code }) => code)} />
      </div>
      <Part heading={texts.listHeading}>
        <CountryList countries={countries} />
      </Part>
    </>
  );
}

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

/** What is in one country. */
export function CountryLocations({ country }: { readonly country: Country }) {
  const { country: words } = texts;
  const homes = country.locations.some(({ type }) => type !== 'standard');
  return (
    <>
      <PageHead explanation={say(words.explanation, { cities: formatList(country.cities) })}>
        {say(words.headline, { country: nameInSentence(country) })}
      </PageHead>
      <div className="mt-12">
        <WorldMap label={say(words.mapLabel, { country: nameInSentence(country) })} lit={[country.code]} />
      </div>
      <Part heading={words.placesHeading} {...(homes ? { explanation: words.homesExplanation } : {})}>
        <ul className="m-0 list-none border-t border-line p-0">
          {country.locations.map(({ code, city, type }) => (
            <li
              key={code}
              className="grid gap-x-10 gap-y-1 border-b border-line py-5 md:grid-cols-[2fr_3fr_auto] md:items-baseline"
            >
              <h3 className="m-0 text-lead">{city}</h3>
              <span className="text-quiet">{words.types[type]}</span>
              <code className="font-mono text-small">{`comet connect ${code}`}</code>
            </li>
          ))}
        </ul>
      </Part>
      <Part heading={words.otherHeading}>
        <CountryList countries={countries.filter(({ code }) => code !== country.code)} />
      </Part>
    </>
  );
}

/** Name and cities, for a page's head. */
export const citiesText = (country: Country): string =>
  `${country.cities.join(', ')} (${say(plural(country.cities.length, texts.cities), { count: country.cities.length })})`;

/** The page of a country: by its name, which people read in an address. */
export function countryPath({ name }: { readonly name: string }): string {
  return `/locations/${countrySlug(name)}/`;
}

/** `Côte d’Ivoire` → `cote-d-ivoire`. */
export function countrySlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
