import { plural, wireguardFileTexts as texts } from '@comet/texts';
import { Button, Dialog } from '@comet/ui';
import { useBlocker } from '@tanstack/react-router';

interface KeepUnsavedProps {
  /** How many files were made and neither saved nor scanned. */
  readonly unsaved: number;
  readonly made: number;
  /** Something here that would lose them was pressed. */
  readonly leaving: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before keys are lost that are nowhere else: on the way to another screen, out of the page, or to another file. */
export function KeepUnsaved({ unsaved, made, leaving, onLeave, onStay }: KeepUnsavedProps) {
  const isHeld = unsaved > 0;
  const { status, proceed, reset } = useBlocker({
    // The other protocol is the same page.
    shouldBlockFn: ({ current, next }) => current.routeId !== next.routeId,
    enableBeforeUnload: isHeld,
    disabled: !isHeld,
    withResolver: true,
  });
  const stay = () => {
    reset?.();
    onStay();
  };
  return (
    <Dialog
      open={status === 'blocked' || (leaving && isHeld)}
      onClose={stay}
      title={plural(made, texts.leaveTitle)}
      explanation={texts.leaveExplanation}
      actions={
        <>
          <Button weight="danger" onClick={proceed ?? onLeave}>
            {texts.leave}
          </Button>
          <Button weight="secondary" onClick={stay}>
            {texts.stay}
          </Button>
        </>
      }
    />
  );
}
