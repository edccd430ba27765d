export {
  freeDaysChanged,
  freeDaysOf,
  giveFreeDays,
  restoreFreeDays,
  takeBackFreeDays,
} from './free-days.store.ts';
export { type PaidPeriod, placeDays, carriedOver } from './place-days.ts';
