export { UsageBars } from './usage-bars.tsx';
export { UsageView, type UsagePeriod } from './usage-view.tsx';
