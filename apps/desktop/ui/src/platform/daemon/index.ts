export type { Daemon } from './daemon.ts';
export { lineDaemon } from './line-daemon.ts';
export { tauriWire } from './tauri-wire.ts';
export { DaemonProvider, useDaemon, useSnapshot } from './use-daemon.tsx';
export { useChoices } from './use-choices.ts';
