export { pricesQuery, serviceQuery, servicesQuery } from './bought.ts';
export { lowestMonthlyPrice } from './lowest-price.ts';
export { type Prices, type Service } from './bought.ts';
export { formatGigabytes, serviceState, formatUsedGigabytes } from './service-text.ts';
