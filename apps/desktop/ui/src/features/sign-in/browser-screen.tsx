import { say } from '@comet/texts';
import { browserLoginTexts } from '@comet/texts/desktop';
import { Button, Complaint, Trail } from '@comet/ui';
import { QrCode } from '@comet/ui/qr-code';
import { ScreenFrame } from '../navigation/index.ts';
import type { Doorway } from './steps.ts';
import { useBrowserLogin } from './use-browser-login.ts';

interface BrowserScreenProps {
  readonly doorway: Doorway;
  readonly onBack: () => void;
}

/** A code that is approved elsewhere: on a phone that scans it, or in the browser of this computer. */
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
                <Complaint>
                  {say(browserLoginTexts.notOpened, { address: login.login.verificationUri })}
                </Complaint>
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
