export {
  checkedAt,
  cheapestAddress,
  cheapestOf,
  type Country,
  countriesOf,
  locations,
  type Plan,
  plans,
  prices,
} from './countries.ts';
