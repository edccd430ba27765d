import { failureText } from '@comet/texts/desktop';
import type { ResultOf } from '@comet/tunnel-protocol';
import { useCallback, useEffect, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useShell } from '../../platform/shell/index.ts';
import type { Doorway } from './steps.ts';

/** A sign-in that somebody approves in a browser. `page`: where that is done. */
export type BrowserLogin =
  | { readonly state: 'asking' }
  | { readonly state: 'waiting'; readonly login: ResultOf<'login.start'>; readonly page: string }
  | { readonly state: 'failed'; readonly failure: string };

/** Asks for a code, opens the browser where the way begins there, and waits. A success is in the snapshot. */
export function useBrowserLogin(doorway: Doorway) {
  const daemon = useDaemon();
  const shell = useShell();
  const [login, setLogin] = useState<BrowserLogin>({ state: 'asking' });
  const [tries, setTries] = useState(0);
  const [unopened, setUnopened] = useState(false);

  const open = useCallback(
    (page: string) => {
      shell.openPage(page).then(
        () => setUnopened(false),
        () => setUnopened(true),
      );
    },
    [shell],
  );

  useEffect(() => {
    let wanted = true;
    const run = async (): Promise<void> => {
      const fail = ({ error }: { error: Parameters<typeof failureText>[0] }, detail: string | null) =>
        wanted && setLogin({ state: 'failed', failure: failureText(error, detail) });
      const started = await daemon.ask('login.start', {});
      if (!started.ok) return void fail(started.error, started.error.detail);
      let page = started.value.verificationUriComplete;
      if (doorway !== 'code') {
        const linked = await daemon.ask('dashboard.link', { page: doorway });
        if (!linked.ok) return void fail(linked.error, linked.error.detail);
        page = linked.value.url;
      }
      if (!wanted) return;
      setLogin({ state: 'waiting', login: started.value, page });
      if (doorway !== 'code') open(page);
      const done = await daemon.ask('login.wait', {});
      if (!done.ok) fail(done.error, done.error.detail);
    };
    void run();
    return () => {
      wanted = false;
    };
  }, [daemon, doorway, open, tries]);

  const again = () => {
    setLogin({ state: 'asking' });
    setTries((before) => before + 1);
  };
  return { login, open, unopened, again };
}
