import { providerNames, say, socialTexts as texts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses } from '@comet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { startSession } from '../../platform/storage/session.ts';
import { useEnter } from '../gate/index.ts';
import { identitiesQuery } from './identities.ts';
import { Waiting } from '../shell/index.ts';
import type { SocialProvider } from './providers.ts';

/** Somebody who is signed in now. */
export interface Arrived {
  readonly accessToken: string;
  readonly redirect: string | null;
  readonly opener: 'dashboard' | 'app';
}

/** The sign-in went well: on to where the person wanted to go, or, for the app, the word that this window is done. */
export function Arrival({ arrived }: { readonly arrived: Arrived }) {
  const { accessToken, redirect, opener } = arrived;
  const enter = useEnter();
  const stays = opener === 'app' && redirect === null;
  const begun = useRef(false);
  useEffect(() => {
    // `enter` is another function with every drawing, and a token is entered with once.
    if (begun.current) return;
    begun.current = true;
    if (stays) startSession(accessToken);
    else void enter(accessToken, redirect ?? undefined);
  }, [stays, accessToken, redirect, enter]);
  if (!stays) return <Waiting>{texts.signedIn}</Waiting>;
  return (
    <>
      <Headline explanation={texts.closeWindow}>{texts.signedIn}</Headline>
      <Link to="/dash/home/" className={linkActionClasses}>
        {texts.toDashboard}
      </Link>
    </>
  );
}

/** A provider was connected to the account. */
export function Linked({ provider }: { readonly provider: SocialProvider }) {
  const queryClient = useQueryClient();
  useEffect(() => void queryClient.invalidateQueries(identitiesQuery), [queryClient]);
  return (
    <>
      <Headline explanation={texts.linkedExplanation}>
        {say(texts.linked, { provider: providerNames[provider] })}
      </Headline>
      <Link to="/dash/settings/" className={buttonClasses('primary')}>
        {texts.toSettings}
      </Link>
    </>
  );
}
