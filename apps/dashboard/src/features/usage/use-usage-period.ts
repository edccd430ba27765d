import { useDeferredValue, useState } from 'react';

/** Periods that can be chosen, in days. */
export const usagePeriods = [14, 30, 90] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

/** The chosen period, and the one that is shown until the usage of the chosen one has been read. */
export function useUsagePeriod() {
  const [period, onPeriod] = useState<UsagePeriod>(14);
  return { period, onPeriod, shown: useDeferredValue(period) };
}
