export { reportHealth } from './report-health.ts';
