import type { StoredLocation } from './locations.store.ts';

const standard = (
  code: string,
  country: string,
  countryName: string,
  city: string,
  latitude: number,
  longitude: number,
): StoredLocation => ({
  code,
  country,
  countryName,
  city,
  type: 'standard',
  latitude,
  longitude,
  features: [],
});

/** The initial locations. Codes are ISO 3166-1 country and UN/LOCODE location, in lower case. */
export const firstLocations: readonly StoredLocation[] = [
  standard('ch-zrh', 'CH', 'Switzerland', 'Zurich', 47.37, 8.54),
  standard('de-fra', 'DE', 'Germany', 'Frankfurt', 50.11, 8.68),
  standard('es-mad', 'ES', 'Spain', 'Madrid', 40.42, -3.7),
  standard('fr-par', 'FR', 'France', 'Paris', 48.86, 2.35),
  standard('gb-lon', 'GB', 'United Kingdom', 'London', 51.51, -0.13),
  standard('jp-tyo', 'JP', 'Japan', 'Tokyo', 35.68, 139.69),
  standard('nl-ams', 'NL', 'Netherlands', 'Amsterdam', 52.37, 4.9),
  standard('se-sto', 'SE', 'Sweden', 'Stockholm', 59.33, 18.07),
  standard('sg-sin', 'SG', 'Singapore', 'Singapore', 1.35, 103.82),
  standard('us-lax', 'US', 'United States', 'Los Angeles', 34.05, -118.24),
  standard('us-nyc', 'US', 'United States', 'New York', 40.71, -74.01),
];
