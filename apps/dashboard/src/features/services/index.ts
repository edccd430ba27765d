export { pricesQuery, serviceQuery, servicesQuery } from './bought.ts';
export { formatGigabytes, serviceState, formatUsedGigabytes } from './service-text.ts';
