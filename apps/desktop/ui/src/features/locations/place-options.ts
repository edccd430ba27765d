import { locationTexts, say } from '@comet/texts';
import { locationsTexts } from '@comet/texts/desktop';
import type { LocationRow } from './groups.ts';

/** Places to choose from in a field, by country and city. Those that are gone for now say so. */
export function placeOptions(
  locations: readonly LocationRow[],
): readonly { readonly value: string; readonly label: string }[] {
  return locations
    .toSorted(
      (one, other) => one.countryName.localeCompare(other.countryName) || one.city.localeCompare(other.city),
    )
    .map(({ code, city, countryName, type, online }) => ({
      value: code,
      label: [
        say(locationTexts.place, { city, country: countryName }),
        ...(type === 'standard' ? [] : [typeName(type)]),
        ...(online ? [] : [locationsTexts.offline]),
      ].join(', '),
    }));
}

/** What a type of location is called; one that this app does not know yet by its code. */
export function typeName(type: string): string {
  return Object.hasOwn(locationTexts.types, type)
    ? locationTexts.types[type as keyof typeof locationTexts.types]
    : type;
}
