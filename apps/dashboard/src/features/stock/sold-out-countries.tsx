import { countryName, plural, formatText, servicesTexts, stockTexts as texts } from '@comet/texts';
import { Disclosure, SelectField } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StockRequestAction } from './stock-request-action.tsx';
import { type StockKind, stockRequestsQuery } from './stock-requests.ts';

interface SoldOutCountriesProps {
  readonly kinds: readonly {
    readonly type: keyof typeof servicesTexts.types;
    readonly country: string;
  }[];
  /** Opens the choice at once, because nothing else is in stock. */
  readonly open?: boolean;
}

/** Selects a country where dedicated IPs are sold out and requests an email about it. */
export function SoldOutCountries({ kinds, open = false }: SoldOutCountriesProps) {
  if (kinds.length === 0) return null;
  const requests = <StockRequests kinds={kinds} />;
  if (open) return requests;
  return (
    <Disclosure summary={formatText(plural(kinds.length, texts.soldOutIn), { count: kinds.length })}>
      {requests}
    </Disclosure>
  );
}

function StockRequests({ kinds }: Pick<SoldOutCountriesProps, 'kinds'>) {
  const { data: requests = [] } = useQuery(stockRequestsQuery);
  const [chosen, choose] = useState<string | null>(null);
  const hasTypes = new Set(kinds.map(({ type }) => type)).size > 1;
  const nameOf = ({ type, country }: (typeof kinds)[number]) =>
    hasTypes
      ? formatText(texts.countryAndType, { country: countryName(country), type: servicesTexts.types[type] })
      : countryName(country);
  const options = kinds
    .map((kind) => ({ ...kind, value: `${kind.type} ${kind.country}`, label: nameOf(kind) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  const option = options.find(({ value }) => value === chosen);
  const isRequested = ({ product, country }: StockKind) =>
    requests.some((one) => one.product === product && one.country === country);
  const requested = options.filter(({ type, country }) => isRequested({ product: type, country }));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="w-full max-w-72">
          <SelectField
            label={texts.country}
            placeholder={texts.chooseCountry}
            options={options}
            value={option?.value ?? ''}
            onChange={choose}
          />
        </div>
        {option !== undefined && (
          <span className="pb-3">
            <StockRequestAction product={option.type} country={option.country} />
          </span>
        )}
      </div>
      {requested.length > 0 && (
        <p className="m-0 text-small text-quiet">
          {formatText(texts.requestedIn, { countries: requested.map(({ label }) => label).join(' · ') })}
        </p>
      )}
    </div>
  );
}
