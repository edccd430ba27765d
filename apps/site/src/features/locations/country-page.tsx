import { formatList } from '@comet/texts';
import { nameInSentence, placesTexts as texts, say } from '@comet/texts/site';
import { type Country, countriesOf, locations } from '../catalogue/index.ts';
import { actionClasses, PageHead, Part } from '../frame/index.ts';
import { WorldMap } from '../world/index.ts';
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

/** What is in one country. */
export function CountryLocations({ country }: { readonly country: Country }) {
  const { country: words } = texts;
  const homes = country.locations.some(({ type }) => type !== 'standard');
  return (
    <>
      <PageHead explanation={say(words.explanation, { cities: formatList(country.cities) })}>
        {say(words.headline, { country: nameInSentence(country) })}
      </PageHead>
      <p className="m-0 mt-6">
        <a href="/locations/" className={actionClasses}>
          {words.live}
        </a>
      </p>
      <div className="mt-10">
        <WorldMap label={say(words.mapLabel, { country: nameInSentence(country) })} lit={[country.code]} />
      </div>
      <Part heading={words.placesHeading} {...(homes ? { explanation: words.homesExplanation } : {})}>
        <ul className="m-0 list-none overflow-hidden rounded-control border border-line bg-raised p-0">
          {country.locations.map(({ code, city, type }) => (
            <li
              key={code}
              className="grid gap-x-10 gap-y-1 border-b border-line px-5 py-5 last:border-b-0 sm:px-7 md:grid-cols-[2fr_3fr_auto] md:items-baseline"
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
