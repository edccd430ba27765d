export {
  cheapestAddress,
  cheapestOf,
  checkedAt,
  citiesOf,
  countriesOf,
  type Country,
  locations,
  type Plan,
  plans,
  prices,
  statusAtBuild,
} from './countries.ts';
