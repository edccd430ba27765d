import { homeTexts } from '@comet/texts';
import { Banner, LinkAction } from '@comet/ui';
import { useUndo } from '../subscription/index.ts';

/** The way back from a cancellation, as long as there is one. */
export function CancelledBanner() {
  const undo = useUndo();
  return (
    <Banner
      title={homeTexts.undoTitle}
      action={
        <LinkAction aria-busy={undo.isPending || undefined} onClick={() => undo.isPending || undo.mutate()}>
          {homeTexts.undo}
        </LinkAction>
      }
    >
      {homeTexts.undoExplanation}
    </Banner>
  );
}
