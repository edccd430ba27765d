import { leavingTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Button, Dialog } from '@comet/ui';
import { useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useShell } from '../../platform/shell/index.ts';

interface ExitDialogProps {
  readonly open: boolean;
  readonly snapshot: Snapshot | null | undefined;
  readonly onClose: () => void;
}

/** Whether the app's end says anything about traffic: with no tunnel and nothing held back there is nothing to ask. */
export function mustAsk(snapshot: Snapshot | null | undefined): boolean {
  return !!snapshot && snapshot.tunnel.state !== 'disconnected';
}

/** Before the app ends: whether the tunnel ends with it. */
export function ExitDialog({ open, snapshot, onClose }: ExitDialogProps) {
  const daemon = useDaemon();
  const shell = useShell();
  const [ending, setEnding] = useState(false);
  const held = snapshot?.tunnel.state === 'error' && snapshot.tunnel.blocking;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={leavingTexts.title}
      explanation={held ? leavingTexts.explanationHeld : leavingTexts.explanation}
      actions={
        <div className="flex w-full flex-col gap-3">
          <Button wide onClick={() => void shell.quit()}>
            {held ? leavingTexts.keepHeld : leavingTexts.keep}
          </Button>
          <Button
            wide
            weight="secondary"
            busy={ending}
            onClick={() => {
              setEnding(true);
              void daemon.ask('disconnect', {}).then(() => shell.quit());
            }}
          >
            {leavingTexts.disconnect}
          </Button>
          <Button wide weight="secondary" onClick={onClose}>
            {leavingTexts.stay}
          </Button>
        </div>
      }
    />
  );
}
