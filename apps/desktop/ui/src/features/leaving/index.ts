export { closesToTray, setClosesToTray } from './close-to-tray.ts';
export { ExitDialog } from './exit-dialog.tsx';
export { useLeaving } from './use-leaving.ts';
