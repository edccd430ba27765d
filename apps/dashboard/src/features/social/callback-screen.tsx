import { socialTexts as texts } from '@comet/texts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, read } from '../../platform/data/api.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting } from '../shell/index.ts';
import { SignedIn, type SocialSignIn, Linked } from './signed-in.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { SocialFailure } from './social-failure.tsx';
import { parseProvider, type SocialProvider } from './providers.ts';

/** Target of the redirect back from a provider. */
export default function CallbackScreen() {
  useDocumentTitle(texts.screen);
  const provider = parseProvider(useParams({ from: '/data/login/$provider/callback' }).provider);
  const [signIn, setSignIn] = useState<SocialSignIn | null>(null);
  if (provider === null) return <Navigate to="/404" />;
  return (
    <UnfoldingLayout>
      {signIn === null ? (
        <FinishSignIn provider={provider} onSignedIn={setSignIn} />
      ) : (
        <SignedIn signIn={signIn} />
      )}
    </UnfoldingLayout>
  );
}

interface FinishSignInProps {
  readonly provider: SocialProvider;
  /** Unmounts this screen: signing in resets all queries, and a provider's response can be used only once. */
  readonly onSignedIn: (signIn: SocialSignIn) => void;
}

function FinishSignIn({ provider, onSignedIn }: FinishSignInProps) {
  const { state = 'none', ...response } = useSearch({ from: '/data/login/$provider/callback' });
  const { data, error } = useQuery({
    queryKey: ['social-callback', provider, state],
    queryFn: () => read(api.finishSocialSignIn, { query: { provider, state, ...response } }),
    staleTime: 'static',
  });
  useEffect(() => {
    if (data === undefined || data.accessToken === null) return;
    const { accessToken, redirect, opener } = data;
    onSignedIn({ accessToken, redirect, opener });
  }, [data, onSignedIn]);
  if (error !== null) return <SocialFailure error={error} provider={provider} />;
  if (data === undefined || data.accessToken !== null) return <Waiting>{texts.arriving}</Waiting>;
  if (data.confirmation === null) return <Linked provider={provider} />;
  return <ConfirmIdentity confirmation={data.confirmation} onSignedIn={onSignedIn} />;
}
