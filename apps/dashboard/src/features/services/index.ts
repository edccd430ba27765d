export { pricesQuery, serviceQuery, servicesQuery } from './bought.ts';
export { countryName, gigabytesInWords, serviceState } from './service-words.ts';
