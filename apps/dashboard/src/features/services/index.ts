export { pricesQuery, serviceQuery, servicesQuery } from './bought.ts';
export { gigabytesInWords, serviceState } from './service-words.ts';
