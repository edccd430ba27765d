import { useDeferredValue, useState } from 'react';

/** Selectable periods in days. */
export const usagePeriods = [14, 30, 90] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

/** The chosen period, and the displayed one, which follows when its usage has been read. */
export function useUsagePeriod() {
  const [period, onPeriod] = useState<UsagePeriod>(14);
  return { period, onPeriod, shown: useDeferredValue(period) };
}
