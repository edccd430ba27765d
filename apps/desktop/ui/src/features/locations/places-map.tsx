import { locationsTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { DotMap, SelectField } from '@comet/ui';
import { worldDots, worldSize } from '@comet/ui/world';
import { useMemo } from 'react';
import type { LocationRow } from './groups.ts';
import { countriesOf, exitSays, residentialSays } from './map-view.ts';

interface PlacesMapProps {
  readonly snapshot: Snapshot;
  /** Those that the list may show. */
  readonly locations: readonly LocationRow[];
  /** The country that the list is narrowed to, by its code; null for none. */
  readonly country: string | null;
  readonly onCountry: (country: string | null) => void;
}

const all = '';

/** Where places can be chosen. Picking a country narrows the list to its places, which say what they lack before one is chosen. */
export function PlacesMap({ snapshot, locations, country, onCountry }: PlacesMapProps) {
  const countries = useMemo(() => countriesOf(locations), [locations]);
  const { tunnel, next } = snapshot;
  const current = tunnel.state === 'connected' ? tunnel.place.country : next?.place.country;
  const residential = residentialSays(locations);
  const exit = exitSays(snapshot);
  const lit = new Set(countries.map((one) => one.country));
  return (
    <aside className="flex flex-col gap-4">
      <DotMap
        label={locationsTexts.map}
        {...worldSize}
        dark={[...worldDots].flatMap(([code, dots]) => (lit.has(code) ? [] : dots))}
        lit={countries.map((one) => ({
          key: one.country,
          title: one.says,
          dots: worldDots.get(one.country) ?? [],
          strong: one.country === (country ?? current),
        }))}
        onPick={onCountry}
      />
      <SelectField
        label={locationsTexts.country}
        options={[
          { value: all, label: locationsTexts.allCountries },
          ...countries.map((one) => ({ value: one.country, label: one.says })),
        ]}
        value={country ?? all}
        onChange={(chosen) => onCountry(chosen === all ? null : chosen)}
      />
      <div className="flex flex-col gap-1 text-small text-quiet">
        {exit !== null && <p className="m-0">{exit}</p>}
        {residential !== null && <p className="m-0">{residential}</p>}
      </div>
    </aside>
  );
}
