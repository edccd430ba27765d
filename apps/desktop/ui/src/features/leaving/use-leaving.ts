import type { Snapshot } from '@comet/tunnel-protocol';
import { useCallback, useEffect, useState } from 'react';
import { useShell } from '../../platform/shell/index.ts';
import { closesToTray } from './close-to-tray.ts';
import { leavingQuestion } from './leaving-question.ts';

/** The end of the app, asked for by the window's close button or in the tray. */
export function useLeaving(snapshot: Snapshot | null | undefined) {
  const shell = useShell();
  const [asking, setAsking] = useState(false);
  const ask = leavingQuestion(snapshot) !== null;
  const quit = useCallback(() => {
    if (!ask) {
      void shell.quit();
      return;
    }
    void shell.showWindow();
    setAsking(true);
  }, [shell, ask]);
  useEffect(
    () => shell.onCloseAsked(() => (closesToTray() ? void shell.hideWindow() : quit())),
    [shell, quit],
  );
  return { asking, quit, stay: () => setAsking(false) };
}
