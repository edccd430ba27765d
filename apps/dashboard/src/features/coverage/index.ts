export { CoverageView } from './coverage-view.tsx';
export { coverageQuery } from './coverage.ts';
