export { CountryLocations, inWords, Locations, countryPath, countrySlug } from './locations-page.tsx';
