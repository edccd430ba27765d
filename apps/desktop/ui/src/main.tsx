import { createDaemonClient, tauriWire, afterNextFrame } from './platform/daemon/index.ts';
import { tauriShell } from './platform/shell/index.ts';
import { renderApp } from './render-app.tsx';

const after = (milliseconds: number, callback: () => void) => void setTimeout(callback, milliseconds);

renderApp(createDaemonClient({ wire: tauriWire, after, drawn: afterNextFrame }), tauriShell);
