export { StatisticsScreen } from './statistics-screen.tsx';
export { useBudgetAlert } from './use-budget-alert.ts';
