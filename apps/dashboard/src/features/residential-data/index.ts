export { AppRequired } from './app-required.tsx';
export { dataUsageQuery, residentialDataQuery } from './residential-data.ts';
