import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UsagePeriod, UsageView } from '../usage/index.ts';
import { dataUsageQuery } from './residential-data.ts';

/** Residential data by day. */
export function DataUsage() {
  const [period, setPeriod] = useState<UsagePeriod>(30);
  const [now] = useState(() => new Date());
  const { data: known } = useSuspenseQuery(dataUsageQuery(period));
  return <UsageView known={known} period={period} onPeriod={setPeriod} now={now} />;
}
