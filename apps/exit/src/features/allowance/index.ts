export { type Allowance, allowanceOf, moreUsage } from './allowance.ts';
export {
  type Caps,
  type Usage,
  usageFile,
  noUsage,
  noOwnerLimits,
  type OwnerLimits,
  ownerLimitsFile,
} from './allowance.store.ts';
