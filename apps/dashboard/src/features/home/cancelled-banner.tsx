import { homeTexts } from '@comet/texts';
import { Banner, LinkAction, linkActionClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { type Subscription, useUndoCancellation } from '../subscription/index.ts';

/** Offers to undo a cancellation while that is possible, otherwise to choose a plan. */
export default function CancelledBanner({ subscription }: { readonly subscription: Subscription }) {
  const undo = useUndoCancellation();
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
