import { ReadableError, socialTexts as texts } from '@comet/texts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting } from '../shell/index.ts';
import { SignedIn, type SocialSignIn } from './signed-in.tsx';
import { SocialFailure } from './social-failure.tsx';

/** Target of the mailed link, in the browser in which the sign-in began. */
export default function ConfirmScreen() {
  useDocumentTitle(texts.screen);
  const { token } = useSearch({ from: '/data/login/social/confirm' });
  const [signIn, setSignIn] = useState<SocialSignIn | null>(null);
  return <UnfoldingLayout>{contentOf(token, signIn, setSignIn)}</UnfoldingLayout>;
}

function contentOf(
  token: string | undefined,
  signIn: SocialSignIn | null,
  onSignedIn: (signIn: SocialSignIn) => void,
) {
  if (signIn !== null) return <SignedIn signIn={signIn} />;
  if (token === undefined)
    return <SocialFailure error={new ReadableError(texts.incomplete)} provider={null} />;
  return <ConfirmLink token={token} onSignedIn={onSignedIn} />;
}

interface ConfirmLinkProps {
  readonly token: string;
  /** Unmounts this screen: signing in resets all queries, and a link can be used only once. */
  readonly onSignedIn: (signIn: SocialSignIn) => void;
}

function ConfirmLink({ token, onSignedIn }: ConfirmLinkProps) {
  const { data, error } = useQuery({
    queryKey: ['social-confirmation', token],
    queryFn: () => call(api.confirmSocialByLink, { body: { token } }),
    retry: false,
    staleTime: 'static',
  });
  useEffect(() => {
    if (data !== undefined) onSignedIn(data);
  }, [data, onSignedIn]);
  if (error !== null) return <SocialFailure error={error} provider={null} />;
  return <Waiting>{texts.confirming}</Waiting>;
}
