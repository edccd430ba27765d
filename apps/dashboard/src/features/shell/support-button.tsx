import { formatText, supportTexts } from '@comet/texts';
import { LinkAction } from '@comet/ui';
import { useUnreadReplies } from '../../platform/data/unread-replies.ts';
import { openSupport } from '../support/index.ts';

/**
 * Opens the support window; a dot marks unseen replies. For the head of a checkout, whose payment a button in
 * the corner would cover.
 */
export function SupportButton() {
  const count = useUnreadReplies();
  return (
    <LinkAction
      aria-label={count === 0 ? undefined : formatText(supportTexts.openWithReplies, { count })}
      onClick={() => openSupport('')}
    >
      {supportTexts.headline}
      {count > 0 && <span aria-hidden className="ml-2 inline-block size-2.5 rounded-full bg-comet" />}
    </LinkAction>
  );
}
