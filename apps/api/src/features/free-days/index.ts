export { freeDaysChanged, freeDaysOf, giveFreeDays, takeBackFreeDays } from './free-days.store.ts';
export { type PaidPeriod, placeDays } from './place-days.ts';
