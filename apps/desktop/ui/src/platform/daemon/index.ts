export type { Daemon, DaemonFailure, DaemonProblem } from './use-daemon.tsx';
export { createDaemonClient } from './daemon-client.ts';
export { tauriWire } from './wire.ts';
export { type DaemonQuery, useDaemonQuery } from './use-daemon-query.ts';
export { DaemonProvider, useDaemon, useSnapshot } from './use-daemon.tsx';
export { useCommand } from './use-command.ts';
export { useChoices } from './use-choices.ts';
export { afterNextFrame } from './after-next-frame.ts';
