export { pricesQuery, serviceQuery, servicesQuery } from './services-queries.ts';
export { lowestMonthlyPrice } from './lowest-price.ts';
export { type Prices, type Service } from './services-queries.ts';
export { formatGigabytes, serviceState, formatUsedGigabytes } from './service-text.ts';
