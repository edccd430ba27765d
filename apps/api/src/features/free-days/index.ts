export {
  freeDaysChanged,
  freeDaysOf,
  giveFreeDays,
  restoreFreeDays,
  takeBackFreeDays,
} from './free-days.store.ts';
export { carriedOver } from './carried-over.ts';
export { type PaidPeriod, placeDays } from './place-days.ts';
