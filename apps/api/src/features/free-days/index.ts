export {
  freeDaysChanged,
  freeDaysOf,
  giveFreeDays,
  restoreFreeDays,
  revokeFreeDays,
} from './free-days.store.ts';
export { type PaidPeriod, scheduleFreeDays, carriedOver } from './schedule-free-days.ts';
