import { invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { disable, enable, isEnabled } from '@tauri-apps/plugin-autostart';
import { getCurrent, onOpenUrl } from '@tauri-apps/plugin-deep-link';
import { sendNotification } from '@tauri-apps/plugin-notification';
import { openUrl } from '@tauri-apps/plugin-opener';

/** The shell of the window that contains this page. */
export const tauriShell: Shell = {
  setTray: ({ icon, tooltip, items }) => invoke('set_tray', { look: icon, says: tooltip, items }),
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
  onCloseRequested: (listener) => until(listen('close-asked', () => listener())),
  onLink: (listener) => {
    void getCurrent().then((links) => links?.forEach((link) => listener(link)));
    return until(onOpenUrl((links) => links.forEach((link) => listener(link))));
  },
};

/** Returns a function that removes a listener, also while it is being added. */
function until(listening: Promise<() => void>): () => void {
  return () => void listening.then((stop) => stop());
}

/** Appearance of the tray icon, like that of the ring on home. */
export type TrayIcon = 'off' | 'running' | 'safe' | 'broken';

export interface TrayItem {
  /** Sent when the item is clicked. */
  readonly id: string;
  /** Empty for a separator. */
  readonly label: string;
  readonly enabled: boolean;
}

export interface Tray {
  readonly icon: TrayIcon;
  readonly tooltip: string;
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
  /**
   * Installs the update that the daemon has downloaded and verified; an administrator has to authorise it.
   * Never rejects.
   */
  installUpdate(): Promise<'installed' | 'not-allowed' | 'failed'>;
  /** Exits the app and starts the installed version. */
  restart(): Promise<void>;
  readonly autostart: { isOn(): Promise<boolean>; set(on: boolean): Promise<void> };
  /**
   * Called for a click on an item of the tray. Each of these functions calls back until the returned function
   * is called.
   */
  onTray(listener: (id: string) => void): () => void;
  /** Called when the window's close button is clicked. */
  onCloseRequested(listener: () => void): () => void;
  /** Called for an opened `comet://` link, including the one that started the app. */
  onLink(listener: (url: string) => void): () => void;
}
