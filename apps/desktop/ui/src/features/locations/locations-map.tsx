import { locationsTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { useMemo } from 'react';
import { CenteredMap } from '../maps/index.ts';
import type { Filter, LocationRow } from './groups.ts';
import { countriesOf, exitText, residentialText } from './map-view.ts';

interface LocationsMapProps {
  readonly snapshot: Snapshot;
  /** Null while loading. */
  readonly locations: readonly LocationRow[] | null;
  readonly filter: Filter;
  /** Code of the country that was last selected; null for none. */
  readonly picked: string | null;
  readonly onPick: (country: string) => void;
}

/** A map of the listed locations, centered on the selected country or that of the exit. */
export function LocationsMap({ snapshot, locations, filter, picked, onPick }: LocationsMapProps) {
  const { tunnel, next } = snapshot;
  const exit = tunnel.state === 'connected' ? tunnel.place.country : next?.place.country;
  const strong = picked ?? exit ?? null;
  const ofType = useMemo(
    () =>
      (locations ?? []).filter(({ type }) => filter === 'all' || filter === 'favourites' || type === filter),
    [locations, filter],
  );
  const lit = useMemo(
    () =>
      countriesOf(ofType).map(({ country, title }) => ({
        key: country,
        title,
        strong: country === strong,
      })),
    [ofType, strong],
  );
  const where = exitText(snapshot);
  const residential = residentialText(ofType);
  return (
    <div className="absolute inset-0 bg-warm">
      <CenteredMap
        label={locationsTexts.map}
        lit={lit}
        center={strong}
        halo={tunnel.state === 'connected' && strong === exit ? 'safe' : 'comet'}
        minWidth="56rem"
        onPick={onPick}
        className="absolute inset-x-0 top-22 bottom-0 wide:top-0"
      />
      <div className="pointer-events-none absolute inset-x-0 top-0 hidden h-28 wide:block bg-linear-to-b from-warm from-40% to-transparent" />
      <div className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-col gap-1 bg-linear-to-t from-warm from-50% to-transparent px-5 pt-8 pb-3 text-small text-quiet">
        {where !== null && <p className="m-0">{where}</p>}
        {residential !== null && <p className="m-0 not-wide:hidden">{residential}</p>}
      </div>
    </div>
  );
}
