export { CoverageView } from './coverage-view.tsx';
export { coverageQuery } from './coverage.ts';
export { forTunnels, type LiveCountry } from './live.ts';
