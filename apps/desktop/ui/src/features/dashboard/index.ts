export { useDashboard } from './use-dashboard.ts';
