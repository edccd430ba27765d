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
  const blocker = useBlocker({
    // The other protocol is the same page.
    shouldBlockFn: ({ current, next }) => current.routeId !== next.routeId,
    enableBeforeUnload: isHeld,
    disabled: !isHeld,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  const stay = () => {
    blocker.reset?.();
    onStay();
  };
  return (
    <Dialog
      open={isBlocked || (leaving && isHeld)}
      onClose={stay}
      title={plural(made, texts.leaveTitle, texts.leaveTitleSome)}
      explanation={texts.leaveExplanation}
      actions={
        <>
          <Button weight="danger" onClick={isBlocked ? blocker.proceed : onLeave}>
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
