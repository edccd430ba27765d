export { AutomaticDialog } from './automatic-dialog.tsx';
export type { Automatic } from './balance.ts';
export { BalanceHead } from './balance-head.tsx';
export { StoppedBanner } from './stopped-banner.tsx';
