import { failureTexts, shellTexts } from '@comet/texts';
import { Banner, LinkAction } from '@comet/ui';
import { useSyncExternalStore } from 'react';
import { signInAgain } from '../data/api.ts';
import { isSessionOver, onSessionOver } from '../storage/session.ts';

/** Says that the session has ended while something is typed, and leads to a sign-in that leads back to it. */
export function SessionOverNote() {
  if (!useSyncExternalStore(onSessionOver, isSessionOver)) return null;
  return (
    <div className="pointer-events-auto animate-rise border border-line">
      <Banner tone="warn" action={<LinkAction onClick={signInAgain}>{shellTexts.signIn}</LinkAction>}>
        {failureTexts.sessionExpired}
      </Banner>
    </div>
  );
}
