import { formatText } from '@comet/texts';
import { updatesTexts as texts, failureText, updatesTexts } from '@comet/texts/desktop';
import type { ResultOf } from '@comet/tunnel-protocol';
import { Button, FieldError } from '@comet/ui';
import { useState } from 'react';
import { useDaemonQuery, useDaemon, type Daemon } from '../../platform/daemon/index.ts';
import { useShell, type Shell } from '../../platform/shell/index.ts';
import { QueryResult } from '../query-result/index.ts';
import { ScreenFrame } from '../navigation/index.ts';

type UpdateCheck = ResultOf<'update.check'>;

/** The installed version, the changes of a newer one, and its installation. */
export function UpdateScreen() {
  const query = useDaemonQuery('update.check');
  return (
    <ScreenFrame title={headline(query.value)}>
      <QueryResult
        query={query}
        loading={texts.asking}
        unavailable={(why) => formatText(texts.unavailable, { why })}
      >
        {({ version, newer }) =>
          newer === null ? (
            <p className="m-0 text-quiet">{texts.newestWhat}</p>
          ) : (
            <Newer version={version} newer={newer} />
          )
        }
      </QueryResult>
    </ScreenFrame>
  );
}

function headline(check: UpdateCheck | null): string {
  if (check === null) return texts.title;
  const { version, newer } = check;
  return newer === null
    ? formatText(texts.newest, { version })
    : formatText(texts.newer, { version: newer.version });
}

interface NewerProps {
  readonly version: string;
  readonly newer: NonNullable<UpdateCheck['newer']>;
}

function Newer({ version, newer }: NewerProps) {
  const daemon = useDaemon();
  const shell = useShell();
  const [step, setStep] = useState<InstallStep | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const begin = () => {
    setFailure(null);
    void install(daemon, shell, setStep).then((why) => {
      setFailure(why);
      if (why !== null) setStep(null);
    });
  };
  const notes = newer.notes.split('\n').filter((line) => line.trim() !== '');
  const megabytes = Math.max(1, Math.round(newer.bytes / 1e6));
  return (
    <>
      <p className="m-0 text-quiet">{formatText(texts.present, { version, megabytes })}</p>
      {notes.length > 0 && (
        <div className="flex flex-col gap-2 border-y border-line py-3.5">
          {notes.map((line, at) => (
            <p key={at} className="m-0 wrap-anywhere select-text">
              {line}
            </p>
          ))}
        </div>
      )}
      <p className="m-0 text-small text-quiet">{texts.how}</p>
      <FieldError>{failure}</FieldError>
      <div className="flex max-w-md flex-col gap-2">
        <Button wide busy={step !== null} onClick={begin}>
          {texts.install}
        </Button>
        <span role="status" className="text-small text-quiet">
          {step === null ? '' : texts[step]}
        </span>
      </div>
    </>
  );
}

type InstallStep = 'fetching' | 'installing' | 'restarting';

/**
 * Installs the newer version: the daemon downloads and verifies it, the system installs it, the app restarts. Reports each step when it
 * begins; returns the error, else null. The daemon is replaced during the installation, so it gets no requests after the first step.
 */
export async function install(
  daemon: Daemon,
  shell: Shell,
  begins: (step: InstallStep) => void,
): Promise<string | null> {
  begins('fetching');
  const fetched = await daemon.send('update.fetch', {});
  if (!fetched.ok) return failureText(fetched.error.error, fetched.error.detail);
  begins('installing');
  const outcome = await shell.installUpdate();
  if (outcome !== 'installed')
    return outcome === 'not-allowed' ? updatesTexts.notAllowed : updatesTexts.failed;
  begins('restarting');
  await shell.restart();
  return null;
}
