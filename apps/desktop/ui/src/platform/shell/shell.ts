import { invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { disable, enable, isEnabled } from '@tauri-apps/plugin-autostart';
import { getCurrent, onOpenUrl } from '@tauri-apps/plugin-deep-link';
import { sendNotification } from '@tauri-apps/plugin-notification';
import { openUrl } from '@tauri-apps/plugin-opener';

/** The shell of the window that this page is in. */
export const tauriShell: Shell = {
  setTray: ({ look, says, items }) => invoke('set_tray', { look, says, items }),
  notify: async (title, body) => sendNotification({ title, body }),
  openPage: (url) => openUrl(url),
  showWindow: () => invoke('show_window'),
  hideWindow: () => invoke('hide_window'),
  quit: () => invoke('quit'),
  installUpdate: () =>
    invoke('install_update').then(
      () => 'installed' as const,
      (why: unknown) => (why === 'not-allowed' ? 'not-allowed' : 'failed'),
    ),
  restart: () => invoke('restart'),
  autostart: { isOn: isEnabled, set: (on) => (on ? enable() : disable()) },
  onTray: (listener) => until(listen<string>('tray', ({ payload }) => listener(payload))),
  onCloseAsked: (listener) => until(listen('close-asked', () => listener())),
  onLink: (listener) => {
    void getCurrent().then((links) => links?.forEach((link) => listener(link)));
    return until(onOpenUrl((links) => links.forEach((link) => listener(link))));
  },
};

/** Returns a function that removes a listener, also while it is being added. */
function until(listening: Promise<() => void>): () => void {
  return () => void listening.then((stop) => stop());
}

/** The appearance of the tray icon, as of the trail on home. */
export type TrayLook = 'off' | 'running' | 'safe' | 'broken';

export interface TrayItem {
  /** Sent when it is clicked. */
  readonly id: string;
  /** Empty for a line between two groups. */
  readonly label: string;
  readonly enabled: boolean;
}

export interface Tray {
  readonly look: TrayLook;
  readonly says: string;
  readonly items: readonly TrayItem[];
}

/** Window, tray and system functions for the screens. `tauriShell` is the real one, `fakeShell` the test double. */
export interface Shell {
  setTray(tray: Tray): Promise<void>;
  /** Shows a notification of the system. */
  notify(title: string, body: string): Promise<void>;
  /** Opens a page in the system's browser. */
  openPage(url: string): Promise<void>;
  showWindow(): Promise<void>;
  hideWindow(): Promise<void>;
  quit(): Promise<void>;
  /** Has the system install the update that the daemon has fetched and verified; an administrator has to agree. Never rejects. */
  installUpdate(): Promise<'installed' | 'not-allowed' | 'failed'>;
  /** Ends the app and starts it as it is installed now. */
  restart(): Promise<void>;
  readonly autostart: { isOn(): Promise<boolean>; set(on: boolean): Promise<void> };
  /** An item of the tray was pressed. Each of these calls back until the returned function is called. */
  onTray(listener: (id: string) => void): () => void;
  /** The window's own close button was pressed. */
  onCloseAsked(listener: () => void): () => void;
  /** A `comet://` link was followed, also the one that the app was started by. */
  onLink(listener: (url: string) => void): () => void;
}
