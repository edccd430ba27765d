import { homeTexts } from '@comet/texts';
import { Banner, LinkAction, linkActionClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { type Subscription, useUndo } from '../subscription/index.ts';

/** The way back from a cancellation: undone as long as it can be, and else a plan that is chosen anew. */
export default function CancelledBanner({ subscription }: { readonly subscription: Subscription }) {
  const undo = useUndo();
  return (
    <Banner
      title={homeTexts.undoTitle}
      action={
        subscription.canBeUndone ? (
          <LinkAction aria-busy={undo.isPending || undefined} onClick={() => undo.isPending || undo.mutate()}>
            {homeTexts.undo}
          </LinkAction>
        ) : (
          <Link to="/payment/subscription" className={linkActionClasses}>
            {homeTexts.choosePlan}
          </Link>
        )
      }
    >
      {subscription.canBeUndone ? homeTexts.undoExplanation : homeTexts.undoTooLate}
    </Banner>
  );
}
