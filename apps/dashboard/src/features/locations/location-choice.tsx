import { locationTexts as texts } from '@comet/texts';
import { CheckRow } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { ownPlace } from './distance.ts';
import { FavoriteButton } from './favorite-button.tsx';
import { inOrder, type PlacedLocation } from './in-order.ts';
import { detailOf } from './location-words.ts';
import { favoritesQuery, type Location, locationsQuery } from './locations.ts';

interface LocationChoiceProps {
  readonly legend: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  /** Why a location that is there cannot be had, in words; null where it can. */
  readonly lacks: (location: Location) => string | null;
}

/** Any number of locations: favorites first, then the nearest. What cannot be had says so before it is chosen. */
export function LocationChoice({ legend, chosen, onChange, lacks }: LocationChoiceProps) {
  const [locations, favorites] = useSuspenseQueries({ queries: [locationsQuery, favoritesQuery] });
  const [here] = useState(() => ownPlace());
  const placed = inOrder(locations.data, here);
  // A row stays where it is while its star is pressed.
  const [first] = useState(favorites.data);
  const comesFirst = ({ location }: PlacedLocation) => first.includes(location.code);
  const groups = [
    { name: texts.favorites, placed: placed.filter(comesFirst) },
    { name: texts.others, placed: placed.filter((one) => !comesFirst(one)) },
  ].filter((group) => group.placed.length > 0);
  const toggle = (code: string, wanted: boolean) => {
    const next = new Set(chosen);
    if (wanted) next.add(code);
    else next.delete(code);
    onChange(next);
  };
  return (
    <fieldset className="m-0 flex flex-col gap-6 border-0 p-0">
      <legend className="sr-only">{legend}</legend>
      {groups.map((group) => (
        <div key={group.name} role="group" aria-label={group.name}>
          {groups.length > 1 && <p className="m-0 text-small font-medium text-quiet">{group.name}</p>}
          {group.placed.map((one) => {
            const { code, city, online, load } = one.location;
            const lack = online ? lacks(one.location) : texts.offline;
            return (
              <CheckRow
                key={code}
                title={city}
                detail={detailOf(one)}
                figure={lack ?? (load === null ? undefined : texts.load[load])}
                checked={chosen.has(code) && lack === null}
                disabled={lack !== null}
                onChange={(wanted) => toggle(code, wanted)}
                action={<FavoriteButton location={one.location} marked={favorites.data.includes(code)} />}
              />
            );
          })}
        </div>
      ))}
      {here !== null && <p className="m-0 text-small text-quiet">{texts.distanceNote}</p>}
    </fieldset>
  );
}
