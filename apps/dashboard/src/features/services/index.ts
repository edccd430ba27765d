export { pricesQuery, serviceQuery, servicesQuery } from './bought.ts';
export { gigabytesInWords, serviceState, usedGigabytesInWords } from './service-text.ts';
