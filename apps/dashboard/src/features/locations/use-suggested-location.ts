import { useSuspenseQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { ownPosition } from './distance.ts';
import { favoritesQuery, type Location, locationsQuery } from './locations.ts';
import { sortByDistance, suggestedLocation } from './sort-by-distance.ts';

/** The code of the initially selected location; null if none can be used. */
export function useSuggestedLocation(isUsable: (location: Location) => boolean): string | null {
  const [locations, favorites] = useSuspenseQueries({ queries: [locationsQuery, favoritesQuery] });
  const [here] = useState(() => ownPosition());
  return suggestedLocation(sortByDistance(locations.data, here), favorites.data, isUsable)?.code ?? null;
}
