import { invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { disable, enable, isEnabled } from '@tauri-apps/plugin-autostart';
import { getCurrent, onOpenUrl } from '@tauri-apps/plugin-deep-link';
import { sendNotification } from '@tauri-apps/plugin-notification';
import { openUrl } from '@tauri-apps/plugin-opener';
import type { Shell } from './shell.ts';

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

/** What ends a listening that may not have begun yet. */
function until(listening: Promise<() => void>): () => void {
  return () => void listening.then((stop) => stop());
}
