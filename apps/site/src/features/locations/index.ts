export { citiesText, countryPath, countrySlug } from './country.ts';
export { CountryLocations } from './country-page.tsx';
export { Locations } from './locations-page.tsx';
