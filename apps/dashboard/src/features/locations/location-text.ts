import { countryName, formatNumber, locationTexts as texts, formatText } from '@comet/texts';
import { roughKm } from './distance.ts';
import type { LocationWithDistance } from './sort-by-distance.ts';
import type { Location } from './locations.ts';

/** `Amsterdam, Netherlands`. */
export function locationLabel({ city, country }: Pick<Location, 'city' | 'country'>): string {
  return formatText(texts.place, { city, country: countryName(country) });
}

/** Country, distance and features: `Netherlands · about 300 km away · Streaming`. */
export function detailOf({ location, km }: LocationWithDistance): string {
  const far = km === null ? null : roughKm(km);
  const away = far === null ? texts.near : formatText(texts.away, { km: formatNumber(far) });
  const type = location.type === 'standard' ? [] : [texts.types[location.type]];
  const features = location.features.map((feature) => featureName(feature));
  return [countryName(location.country), ...(km === null ? [] : [away]), ...type, ...features].join(' · ');
}

/** A type without a text is shown by its identifier. */
function featureName(feature: string): string {
  const names: Readonly<Record<string, string>> = texts.features;
  return names[feature] ?? feature.replaceAll('_', ' ');
}
