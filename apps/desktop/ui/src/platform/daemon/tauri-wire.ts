import { Channel, invoke } from '@tauri-apps/api/core';
import type { Wire } from './wire.ts';

/** What the shell tells of the line: one from the daemon, or its end. */
type Told = { readonly line: string } | 'closed';

/** The line through the window's shell, which holds the socket and looks at nothing of what passes. */
export const tauriWire: Wire = {
  async open(onLine, onClose) {
    const told = new Channel<Told>((message) => {
      if (message === 'closed') onClose();
      else onLine(message.line);
    });
    await invoke('open_line', { told });
    return { send: (line) => invoke('send_line', { text: line }) };
  },
};
