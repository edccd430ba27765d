export { CountryLocations, citiesText, Locations, countryPath, countrySlug } from './locations-page.tsx';
