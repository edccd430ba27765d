export { CountryPlaces, inWords, Places, countryPath, countrySlug } from './places-page.tsx';
