import { failureTexts, shellTexts } from '@comet/texts';
import { Banner, LinkAction } from '@comet/ui';
import { useSyncExternalStore } from 'react';
import { signInAgain } from '../data/api.ts';
import { isSessionEnded, onSessionEnded } from '../storage/session.ts';

/** Shown when the session ends while a form holds unsent text: links to a sign-in that returns here. */
export function SessionEndedNotice() {
  if (!useSyncExternalStore(onSessionEnded, isSessionEnded)) return null;
  return (
    <div className="pointer-events-auto animate-rise border border-line">
      <Banner tone="warn" action={<LinkAction onClick={signInAgain}>{shellTexts.signIn}</LinkAction>}>
        {failureTexts.sessionExpired}
      </Banner>
    </div>
  );
}
