import { Icon } from '@comet/ui';
import { navigationTexts as texts, formatText } from '@comet/texts';
import { useUnreadReplies } from '../../platform/data/unread-replies.ts';
import { openSupport } from '../support/index.ts';
import { navigationEntryClasses } from './navigation-links.tsx';

/** Opens the support window; a dot marks unseen replies. */
export function HelpButton({ onOpen }: { readonly onOpen?: () => void }) {
  const count = useUnreadReplies();
  return (
    <button
      type="button"
      aria-label={count === 0 ? undefined : formatText(texts.helpWithReplies, { count })}
      onClick={() => {
        onOpen?.();
        openSupport('');
      }}
      className={navigationEntryClasses}
    >
      <Icon name="life-buoy" />
      {texts.help}
      {count > 0 && <span aria-hidden className="ml-auto size-2.5 rounded-full bg-comet" />}
    </button>
  );
}
