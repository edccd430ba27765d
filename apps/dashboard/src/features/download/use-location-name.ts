import { useSuspenseQuery } from '@tanstack/react-query';
import { locationsQuery, locationLabel } from '../locations/index.ts';

/** Returns `Amsterdam, Netherlands` for a location's code; the code itself for a location that is no longer listed. */
export function useLocationName(): (code: string) => string {
  const { data: locations } = useSuspenseQuery(locationsQuery);
  return (code) => {
    const location = locations.find((one) => one.code === code);
    return location === undefined ? code : locationLabel(location);
  };
}
