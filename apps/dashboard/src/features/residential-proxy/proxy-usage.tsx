import { useSuspenseQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type UsagePeriod, UsageView } from '../usage/index.ts';
import { proxyUsageQuery, proxyUsersQuery } from './residential-proxy.ts';

/** Proxy traffic by day and user. */
export function ProxyUsage() {
  const [period, setPeriod] = useState<UsagePeriod>(30);
  const [now] = useState(() => new Date());
  const [usage, users] = useSuspenseQueries({ queries: [proxyUsageQuery(period), proxyUsersQuery] });
  return (
    <UsageView
      known={usage.data}
      period={period}
      onPeriod={setPeriod}
      now={now}
      nameOf={(id) => users.data.find((user) => user.id === id)?.name ?? null}
    />
  );
}
