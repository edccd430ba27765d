import { Channel, invoke } from '@tauri-apps/api/core';

/** Events of the shell: a line from the daemon, or the end of the connection. */
type ConnectionEvent = { readonly line: string } | 'closed';

/** Suffix of the shell's error message if the system denies access to the daemon's socket (EACCES). */
const NOT_PERMITTED = '(os error 13)';

/** The daemon's socket exists, but this user may not open it. */
export class AccessDenied extends Error {}

/** The connection through the window's shell, which holds the socket and does not interpret messages. */
export const tauriWire: Wire = {
  async open(onLine, onClose) {
    const events = new Channel<ConnectionEvent>((message) => {
      if (message === 'closed') onClose();
      else onLine(message.line);
    });
    await invoke('open_line', { events }).catch((why: unknown) => {
      throw String(why).includes(NOT_PERMITTED) ? new AccessDenied() : why;
    });
    return { send: (line) => invoke('send_line', { text: line }) };
  },
};

/** An open connection to the daemon. */
export interface OpenWire {
  /** `line` ends with a line break. Rejects if the connection is closed. */
  send(line: string): Promise<void>;
}

/** Transport to the daemon: the window's shell, or a test double. */
export interface Wire {
  /** Rejects if the daemon is unreachable, with `AccessDenied` if this user may not reach it. `onClose` is called once, when an open connection ends. */
  open(onLine: (line: string) => void, onClose: () => void): Promise<OpenWire>;
}
