export { CoverageView } from './coverage-view.tsx';
export { coverageQuery } from './coverage.ts';
export type { LiveCountry } from './live.ts';
