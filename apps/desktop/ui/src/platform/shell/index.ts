export type { Shell, Tray } from './shell.ts';
export { tauriShell } from './shell.ts';
export { ShellProvider, useShell } from './use-shell.tsx';
