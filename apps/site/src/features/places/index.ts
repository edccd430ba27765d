export { countryPath, countrySlug } from './country-path.ts';
export { CountryPlaces, inWords, Places } from './places-page.tsx';
