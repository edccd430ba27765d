import type { Money } from '@comet/foundation';
import {
  balanceTexts,
  coverageTexts as texts,
  formatList,
  formatMoney,
  plural,
  formatText,
  stockTexts,
} from '@comet/texts';
import { DotMap, SearchField, SelectField, Subhead, Table } from '@comet/ui';
import { useState } from 'react';
import { StockRequestAction } from '../stock/index.ts';
import { countriesWith, countriesWithout, type LiveCountry } from './live.ts';
import { worldDots, worldSize } from '@comet/ui/world';

/** Number of countries above which a search field is shown. */
const glance = 8;

interface CoverageViewProps {
  readonly product: 'residential_data' | 'proxy_traffic';
  readonly countries: readonly LiveCountry[];
  /** Price of a gigabyte, the same in every country; null while it is not on sale. */
  readonly price: Money | null;
}

/**
 * The countries with live exits and their price, as a map and as a list; and a form to request a country
 * without any.
 */
export function CoverageView({ product, countries, price }: CoverageViewProps) {
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
          <SearchField label={texts.search} placeholder={texts.search} value={word} onChange={setWord} />
        </div>
      )}
      {countries.length > 0 && (
        <Table
          caption={texts.list}
          heads={[texts.country, texts.cities, texts.exits, ...(price === null ? [] : [texts.price])]}
          wordColumns={2}
          rows={countriesWith(countries, word).map((country) => ({
            key: country.country,
            cells: [
              country.name,
              <Cities key="cities" of={country} />,
              country.exits,
              ...(price === null
                ? []
                : [formatText(balanceTexts.pricePerGigabyte, { price: formatMoney(price) })]),
            ],
          }))}
          empty={texts.noneFound}
        />
      )}
      <OtherCountry product={product} live={countries} />
    </section>
  );
}

function Cities({ of: { cities } }: { readonly of: LiveCountry }) {
  return (
    <span className="text-quiet">
      {cities.map(({ name, exits }) => formatText(texts.cityExits, { city: name, count: exits })).join(', ')}
    </span>
  );
}

interface OtherCountryProps {
  readonly product: CoverageViewProps['product'];
  readonly live: readonly LiveCountry[];
}

/** Requests an email for a country without exits online. */
function OtherCountry({ product, live }: OtherCountryProps) {
  const options = countriesWithout(live, [...worldDots.keys()]);
  const [chosen, choose] = useState<string | null>(null);
  const country = options.find(({ value }) => value === chosen)?.value ?? '';
  if (options.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <p className="m-0 font-semibold">{stockTexts.elsewhere}</p>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="w-full max-w-72">
          <SelectField
            label={stockTexts.country}
            placeholder={stockTexts.chooseCountry}
            options={options}
            value={country}
            onChange={choose}
          />
        </div>
        {country !== '' && (
          <span className="pb-3">
            <StockRequestAction product={product} country={country.toLowerCase()} />
          </span>
        )}
      </div>
    </div>
  );
}

function liveCountriesText(countries: readonly LiveCountry[]): string {
  const exits = countries.reduce((sum, country) => sum + country.exits, 0);
  if (countries.length === 0) return texts.none;
  if (countries.length > 1) return formatText(texts.now, { countries: countries.length, exits });
  return exits === 1 ? texts.nowOneExit : formatText(texts.nowOneCountry, { exits });
}

/**
 * Countries with online exits are lit; a tooltip shows the number. A country that is not on the map is only
 * in the list.
 */
function WorldMap({ countries }: { readonly countries: readonly LiveCountry[] }) {
  const live = new Set(countries.map(({ country }) => country));
  return (
    <DotMap
      label={
        countries.length === 0
          ? texts.mapNone
          : formatText(texts.map, { countries: formatList(countries.map(({ name }) => name)) })
      }
      {...worldSize}
      dark={[...worldDots].flatMap(([country, dots]) => (live.has(country) ? [] : dots))}
      lit={countries.map(({ country, name, exits }) => ({
        key: country,
        title: formatText(plural(exits, texts.inCountry), { country: name, count: exits }),
        dots: worldDots.get(country) ?? [],
      }))}
    />
  );
}
