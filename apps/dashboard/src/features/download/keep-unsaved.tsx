import { plural, wireguardFileTexts as texts } from '@comet/texts';
import { Button, Dialog } from '@comet/ui';
import { isWithin, useKeep } from '../../platform/router/index.ts';

interface KeepUnsavedProps {
  /** How many files were made and neither saved nor scanned. */
  readonly unsaved: number;
  readonly made: number;
  /** Something here that would lose them was pressed. */
  readonly leaving: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** The other protocol is the same page. */
const isElsewhere = ({ pathname }: { readonly pathname: string }) => !isWithin(pathname, '/dash/download');

/** Asks before keys are lost that are nowhere else: on the way to another screen, out of the page, or to another file. */
export function KeepUnsaved({ unsaved, made, leaving, onLeave, onStay }: KeepUnsavedProps) {
  const isHeld = unsaved > 0;
  const asked = useKeep(isHeld, isElsewhere);
  const stay = () => {
    asked?.stay();
    onStay();
  };
  return (
    <Dialog
      open={asked !== null || (leaving && isHeld)}
      onClose={stay}
      title={plural(made, texts.leaveTitle)}
      explanation={texts.leaveExplanation}
      actions={
        <>
          <Button weight="danger" onClick={asked?.leave ?? onLeave}>
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
