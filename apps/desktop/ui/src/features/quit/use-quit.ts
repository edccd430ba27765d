import type { Snapshot } from '@comet/tunnel-protocol';
import { useCallback, useEffect, useState } from 'react';
import { useShell } from '../../platform/shell/index.ts';
import { quitConfirmation } from './quit-confirmation.ts';

const KEY = 'close-to-tray';

/** Whether closing the window keeps the app in the tray, the default. */
export function closesToTray(): boolean {
  return localStorage.getItem(KEY) !== 'no';
}

/** Stores whether closing the window keeps the app in the tray. */
export function setClosesToTray(on: boolean): void {
  localStorage.setItem(KEY, on ? 'yes' : 'no');
}

/** Quits the app, from the window's close button or the tray. */
export function useQuit(snapshot: Snapshot | null | undefined) {
  const shell = useShell();
  const [asking, setAsking] = useState(false);
  const ask = quitConfirmation(snapshot) !== null;
  const quit = useCallback(() => {
    if (!ask) {
      void shell.quit();
      return;
    }
    void shell.showWindow();
    setAsking(true);
  }, [shell, ask]);
  useEffect(
    () => shell.onCloseRequested(() => (closesToTray() ? void shell.hideWindow() : quit())),
    [shell, quit],
  );
  return { asking, quit, stay: () => setAsking(false) };
}
