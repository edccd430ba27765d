export { locations, type Plan, plans, prices } from './catalogue.ts';
export { type Country, countriesOf } from './countries.ts';
