export { type Allowance, allowanceOf, carriedMore } from './allowance.ts';
export {
  type Caps,
  type Carried,
  carriedFile,
  nothingCarried,
  noWishes,
  type Wishes,
  wishesFile,
} from './allowance.store.ts';
