export { CheckScreen } from './check-screen.tsx';
export { ReportScreen } from './report-screen.tsx';
