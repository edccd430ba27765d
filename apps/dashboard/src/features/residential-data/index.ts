export { dataUsageQuery, residentialDataQuery } from './residential-data.ts';
