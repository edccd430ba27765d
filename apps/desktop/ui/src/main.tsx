import { lineDaemon, tauriWire, afterNextFrame } from './platform/daemon/index.ts';
import { tauriShell } from './platform/shell/index.ts';
import { show } from './show.tsx';

const after = (milliseconds: number, callback: () => void) => void setTimeout(callback, milliseconds);

show(lineDaemon({ wire: tauriWire, after, drawn: afterNextFrame }), tauriShell);
