export { ExitDialog } from './exit-dialog.tsx';
export { useLeaving, closesToTray, setClosesToTray } from './use-leaving.ts';
