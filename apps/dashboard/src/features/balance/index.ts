export { AutomaticDialog } from './automatic-dialog.tsx';
export { BalanceHead } from './balance-head.tsx';
