import { signInAgainTexts as texts } from '@comet/texts';
import { Banner, LinkAction } from '@comet/ui';
import { useLocation } from '@tanstack/react-router';
import { keepDrafts } from '../../platform/storage/drafts.ts';
import { LOG_IN, signInAddress } from '../../platform/navigation/paths.ts';
import { logOut } from './log-out.ts';

/** For an account without a password whose session is too old for a sensitive action: a new sign-in that returns here. */
export function SignInAgain() {
  const { href: here } = useLocation();
  const leave = () => {
    keepDrafts();
    void logOut(signInAddress(LOG_IN, here));
  };
  return (
    <Banner
      tone="warn"
      urgent
      title={texts.title}
      action={<LinkAction onClick={leave}>{texts.action}</LinkAction>}
    >
      {texts.explanation}
    </Banner>
  );
}
