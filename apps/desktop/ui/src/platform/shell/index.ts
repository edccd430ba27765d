export type { Shell, Tray } from './shell.ts';
export { tauriShell } from './tauri-shell.ts';
export { ShellProvider, useShell } from './use-shell.tsx';
