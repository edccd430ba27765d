export { citiesText, countryPath, countrySlug } from './country.ts';
export { CountryLocations } from './country-locations.tsx';
export { Locations } from './locations-page.tsx';
