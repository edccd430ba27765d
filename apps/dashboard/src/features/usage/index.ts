export { UsageChart } from './usage-chart.tsx';
export { everyDay } from './usage-days.ts';
export { UsageView } from './usage-view.tsx';
export { useUsagePeriod } from './use-usage-period.ts';
