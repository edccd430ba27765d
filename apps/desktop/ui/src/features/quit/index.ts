export { ExitDialog } from './exit-dialog.tsx';
export { useQuit as useLeaving, closesToTray, setClosesToTray } from './use-quit.ts';
