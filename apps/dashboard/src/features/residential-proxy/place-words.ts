import { countryName, exitTestTexts as texts, say } from '@comet/texts';
import type { LiveCountry } from '../coverage/index.ts';

/** `New York, United States`, or the country alone. */
export function placeInWords(
  { country, city }: { readonly country: string; readonly city: string | null },
  countries: readonly LiveCountry[],
): string {
  const live = countries.find((each) => each.country === country);
  const name = countryName(country);
  if (city === null) return name;
  const known = live?.cities.find((each) => each.city === city);
  return say(texts.cityOf, { city: known?.name ?? city, country: name });
}
