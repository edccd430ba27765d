import { failureText, quitTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Button, FieldError, Dialog } from '@comet/ui';
import { useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useShell } from '../../platform/shell/index.ts';
import { type QuitConfirmation, quitConfirmation, plainQuitConfirmation } from './quit-confirmation.ts';

interface ExitDialogProps {
  readonly open: boolean;
  readonly snapshot: Snapshot | null | undefined;
  readonly onClose: () => void;
}

/** The confirmation before the app quits: whether to disconnect too. */
export function ExitDialog({ open, snapshot, onClose }: ExitDialogProps) {
  const daemon = useDaemon();
  const shell = useShell();
  const question = quitConfirmation(snapshot) ?? plainQuitConfirmation;
  /** The confirmation whose disconnect is in progress: the dialog stays unchanged until it is done. */
  const [ending, setEnding] = useState<QuitConfirmation | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { explanation, keep, end } = ending ?? question;

  /** If the user chose to end the tunnel, that must be done before the app quits. */
  async function disconnect(): Promise<void> {
    setEnding(question);
    setFailure(null);
    const done = await daemon.send('disconnect', {});
    setEnding(null);
    if (done.ok) await shell.quit();
    else setFailure(failureText(done.error.error, done.error.detail));
  }

  const close = () => {
    setFailure(null);
    onClose();
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title={quitTexts.title}
      explanation={explanation}
      actions={
        <div className="flex w-full flex-col gap-3">
          <FieldError>{failure}</FieldError>
          <Button wide onClick={() => void shell.quit()}>
            {keep}
          </Button>
          {end !== null && (
            <Button wide weight="secondary" busy={ending !== null} onClick={() => void disconnect()}>
              {end}
            </Button>
          )}
          <Button wide weight="secondary" onClick={close}>
            {quitTexts.stay}
          </Button>
        </div>
      }
    />
  );
}
