export {
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
export { cheapestAddress, cheapestOf } from './cheapest.ts';
