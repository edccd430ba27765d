import { formatText } from '@comet/texts';
import { browserLoginTexts, failureText } from '@comet/texts/desktop';
import { Button, FieldError, Trail } from '@comet/ui';
import { QrCode } from '@comet/ui/qr-code';
import { ScreenFrame } from '../navigation/index.ts';
import type { SignInEntry } from './steps.ts';
import type { ResultOf } from '@comet/tunnel-protocol';
import { useCallback, useEffect, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useShell } from '../../platform/shell/index.ts';

interface BrowserScreenProps {
  readonly doorway: SignInEntry;
  readonly onBack: () => void;
}

/** A code that is approved on a phone, which scans it, or in the browser of this computer. */
export function BrowserScreen({ doorway, onBack }: BrowserScreenProps) {
  const { login, open, unopened, again } = useBrowserLogin(doorway);
  const byCode = doorway === 'code';
  return (
    <ScreenFrame title={browserLoginTexts.titles[doorway]} onBack={onBack}>
      {login.state === 'asking' && <Trail label={browserLoginTexts.asking} progress={null} />}
      {login.state === 'failed' && (
        <>
          <p role="alert" className="m-0">
            {login.failure}
          </p>
          <Button wide onClick={again}>
            {browserLoginTexts.newCode}
          </Button>
        </>
      )}
      {login.state === 'waiting' && (
        <>
          <p className="m-0 text-quiet">
            {byCode ? browserLoginTexts.explanationCode : browserLoginTexts.explanationBrowser}
          </p>
          <div className="flex flex-col gap-5 wide:flex-row wide:items-center wide:gap-10">
            {byCode && (
              <div className="mx-auto w-44 max-w-full *:w-full wide:mx-0 wide:w-58">
                <QrCode label={browserLoginTexts.qrCode} text={login.page} />
              </div>
            )}
            <div className="flex grow flex-col gap-4">
              <p className="m-0 flex flex-col">
                <span className="text-small text-quiet">{browserLoginTexts.code}</span>
                <span className="font-mono text-lead select-text">{login.login.userCode}</span>
                <span className="text-small text-quiet">{browserLoginTexts.codeHint}</span>
              </p>
              <Button wide weight={byCode ? 'primary' : 'secondary'} onClick={() => open(login.page)}>
                {byCode ? browserLoginTexts.open : browserLoginTexts.openAgain}
              </Button>
              {unopened && (
                <FieldError>
                  {formatText(browserLoginTexts.notOpened, { address: login.login.verificationUri })}
                </FieldError>
              )}
              <div className="flex flex-col gap-2">
                <span role="status" className="text-small text-quiet">
                  {browserLoginTexts.waiting}
                </span>
                <Trail label={browserLoginTexts.waiting} progress={null} />
              </div>
            </div>
          </div>
        </>
      )}
    </ScreenFrame>
  );
}

/** A sign-in that is approved in a browser. `page`: URL of the approval. */
type BrowserLogin =
  | { readonly state: 'asking' }
  | { readonly state: 'waiting'; readonly login: ResultOf<'login.start'>; readonly page: string }
  | { readonly state: 'failed'; readonly failure: string };

/**
 * Requests a code, opens the browser if the sign-in starts there, and waits. A success is reported by the
 * snapshot.
 */
function useBrowserLogin(doorway: SignInEntry) {
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
      const started = await daemon.send('login.start', {});
      if (!started.ok) return void fail(started.error, started.error.detail);
      let page = started.value.verificationUriComplete;
      if (doorway !== 'code') {
        const linked = await daemon.send('dashboard.link', { page: doorway });
        if (!linked.ok) return void fail(linked.error, linked.error.detail);
        page = linked.value.url;
      }
      if (!wanted) return;
      setLogin({ state: 'waiting', login: started.value, page });
      if (doorway !== 'code') open(page);
      const done = await daemon.send('login.wait', {});
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
