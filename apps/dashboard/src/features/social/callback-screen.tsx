import { socialTexts as texts } from '@comet/texts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, read } from '../../platform/data/api.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting } from '../shell/index.ts';
import { Arrival, type Arrived, Linked } from './arrival.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { Failed } from './failed.tsx';
import { parseProvider, type SocialProvider } from './providers.ts';

/** Where providers send people back to. */
export default function CallbackScreen() {
  useDocumentTitle(texts.screen);
  const provider = parseProvider(useParams({ from: '/data/login/$provider/callback' }).provider);
  const [arrived, setArrived] = useState<Arrived | null>(null);
  if (provider === null) return <Navigate to="/404" />;
  return (
    <UnfoldingLayout>
      {arrived === null ? (
        <BringBack provider={provider} onArrived={setArrived} />
      ) : (
        <Arrival arrived={arrived} />
      )}
    </UnfoldingLayout>
  );
}

interface BringBackProps {
  readonly provider: SocialProvider;
  /** Unmounts this screen: signing in resets all queries, and a provider's answer works once. */
  readonly onArrived: (arrived: Arrived) => void;
}

function BringBack({ provider, onArrived }: BringBackProps) {
  const { state = 'none', ...answer } = useSearch({ from: '/data/login/$provider/callback' });
  const { data, error } = useQuery({
    queryKey: ['social-callback', provider, state],
    queryFn: () => read(api.finishSocialSignIn, { query: { provider, state, ...answer } }),
    staleTime: 'static',
  });
  useEffect(() => {
    if (data === undefined || data.accessToken === null) return;
    const { accessToken, redirect, opener } = data;
    onArrived({ accessToken, redirect, opener });
  }, [data, onArrived]);
  if (error !== null) return <Failed error={error} provider={provider} />;
  if (data === undefined || data.accessToken !== null) return <Waiting>{texts.arriving}</Waiting>;
  if (data.confirmation === null) return <Linked provider={provider} />;
  return <ConfirmIdentity confirmation={data.confirmation} onArrived={onArrived} />;
}
