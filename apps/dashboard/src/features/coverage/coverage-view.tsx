import { coverageTexts as texts, say, formatList, plural } from '@comet/texts';
import { Subhead, Table, TextField, DotMap } from '@comet/ui';
import { useState } from 'react';
import { countriesWith, type LiveCountry } from './live.ts';
import { worldDots, worldSize } from '@comet/ui/world';

/** So many countries are seen at a glance; more are searched. */
const glance = 8;

/** Where exits are live, as a map and as a list. */
export function CoverageView({ countries }: { readonly countries: readonly LiveCountry[] }) {
  const [word, setWord] = useState('');
  return (
    <section className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.headline}</Subhead>
        <p className="m-0 text-quiet">{texts.sold}</p>
        <p className="m-0 text-quiet">{liveCountriesText(countries)}</p>
      </div>
      <WorldMap countries={countries} />
      {countries.length > glance && (
        <div className="max-w-90">
          <TextField
            label={texts.search}
            type="search"
            autoComplete="off"
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
        </div>
      )}
      {countries.length > 0 && (
        <Table
          caption={texts.list}
          heads={[texts.country, texts.cities, texts.exits]}
          wordColumns={2}
          rows={countriesWith(countries, word).map((country) => ({
            key: country.country,
            cells: [country.name, <Cities key="cities" of={country} />, country.exits],
          }))}
          empty={texts.noneFound}
        />
      )}
    </section>
  );
}

function Cities({ of: { cities } }: { readonly of: LiveCountry }) {
  return (
    <span className="text-quiet">
      {cities.map(({ name, exits }) => say(texts.cityExits, { city: name, count: exits })).join(', ')}
    </span>
  );
}

function liveCountriesText(countries: readonly LiveCountry[]): string {
  const exits = countries.reduce((sum, country) => sum + country.exits, 0);
  if (countries.length === 0) return texts.none;
  if (countries.length > 1) return say(texts.now, { countries: countries.length, exits });
  return exits === 1 ? texts.nowOneExit : say(texts.nowOneCountry, { exits });
}

/** Countries with online exits are lit; a tooltip shows the number. A country that the map lacks is only in the list. */
function WorldMap({ countries }: { readonly countries: readonly LiveCountry[] }) {
  const live = new Set(countries.map(({ country }) => country));
  return (
    <DotMap
      label={
        countries.length === 0
          ? texts.mapNone
          : say(texts.map, { countries: formatList(countries.map(({ name }) => name)) })
      }
      {...worldSize}
      dark={[...worldDots].flatMap(([country, dots]) => (live.has(country) ? [] : dots))}
      lit={countries.map(({ country, name, exits }) => ({
        key: country,
        title: say(plural(exits, texts.inCountry), { country: name, count: exits }),
        dots: worldDots.get(country) ?? [],
      }))}
    />
  );
}
