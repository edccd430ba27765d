import { providerNames, formatText, socialTexts as texts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { startSession } from '../../platform/storage/session.ts';
import { useCompleteSignIn } from '../route-guard/index.ts';
import { identitiesQuery } from './identities.ts';
import { Waiting } from '../shell/index.ts';
import type { SocialProvider } from './providers.ts';

/** The result of a successful sign-in. */
export interface SocialSignIn {
  readonly accessToken: string;
  readonly redirect: string | null;
  readonly opener: 'dashboard' | 'app';
}

/**
 * Completes a sign-in: navigates to the redirect; a sign-in for the app instead states that the window can be
 * closed.
 */
export function SignedIn({ signIn }: { readonly signIn: SocialSignIn }) {
  const { accessToken, redirect, opener } = signIn;
  const completeSignIn = useCompleteSignIn();
  const staysOpen = opener === 'app' && redirect === null;
  const begun = useRef(false);
  useEffect(() => {
    // `completeSignIn` changes with every render; each token is used once.
    if (begun.current) return;
    begun.current = true;
    if (staysOpen) startSession(accessToken);
    else void completeSignIn(accessToken, redirect ?? undefined);
  }, [staysOpen, accessToken, redirect, completeSignIn]);
  if (!staysOpen) return <Waiting>{texts.signedIn}</Waiting>;
  return (
    <>
      <Headline explanation={texts.closeWindow}>{texts.signedIn}</Headline>
      <Link to="/dash/home/" className={linkActionClasses}>
        {texts.toDashboard}
      </Link>
    </>
  );
}

/** The provider was connected to the account. */
export function Linked({ provider }: { readonly provider: SocialProvider }) {
  const queryClient = useQueryClient();
  useEffect(() => void queryClient.invalidateQueries(identitiesQuery), [queryClient]);
  return (
    <>
      <Headline explanation={texts.linkedExplanation}>
        {formatText(texts.linked, { provider: providerNames[provider] })}
      </Headline>
      <Link to="/dash/settings/" className={buttonClasses('primary')}>
        {texts.toSettings}
      </Link>
    </>
  );
}
