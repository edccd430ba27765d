import { changePlanTexts as texts, formatDay, say } from '@comet/texts';
import { buttonClasses, Headline, LinkAction } from '@comet/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Subscription, useUndo } from '../subscription/index.ts';

/** It is done, and can be undone right here. */
export function DoneStep({ subscription }: { readonly subscription: Subscription }) {
  const navigate = useNavigate();
  const undo = useUndo(() => void navigate({ to: '/dash/home/' }));
  const runs = subscription.state === 'cancelled';
  const date = formatDay(subscription.activeUntil);
  return (
    <>
      <Headline explanation={texts.doneExplanation}>
        {runs ? say(texts.doneHeadline, { date }) : texts.doneEnded}
      </Headline>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <Link to="/dash/home/" className={buttonClasses('secondary')}>
          {texts.toHome}
        </Link>
        {subscription.canBeUndone && (
          <LinkAction aria-busy={undo.isPending || undefined} onClick={() => undo.isPending || undo.mutate()}>
            {texts.undoNow}
          </LinkAction>
        )}
      </div>
    </>
  );
}
