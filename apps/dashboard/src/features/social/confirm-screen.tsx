import { ReadableError, socialTexts as texts } from '@comet/texts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting } from '../shell/index.ts';
import { Arrival, type Arrived } from './arrival.tsx';
import { Failed } from './failed.tsx';

/** Target of the mailed link, in the browser in which the sign-in began. */
export default function ConfirmScreen() {
  useDocumentTitle(texts.screen);
  const { token } = useSearch({ from: '/data/login/social/confirm' });
  const [arrived, setArrived] = useState<Arrived | null>(null);
  return <UnfoldingLayout>{contentOf(token, arrived, setArrived)}</UnfoldingLayout>;
}

function contentOf(
  token: string | undefined,
  arrived: Arrived | null,
  onArrived: (arrived: Arrived) => void,
) {
  if (arrived !== null) return <Arrival arrived={arrived} />;
  if (token === undefined) return <Failed error={new ReadableError(texts.incomplete)} provider={null} />;
  return <Follow token={token} onArrived={onArrived} />;
}

interface FollowProps {
  readonly token: string;
  /** Unmounts this screen: signing in resets all queries, and a link works once. */
  readonly onArrived: (arrived: Arrived) => void;
}

function Follow({ token, onArrived }: FollowProps) {
  const { data, error } = useQuery({
    queryKey: ['social-confirmation', token],
    queryFn: () => call(api.confirmSocialByLink, { body: { token } }),
    retry: false,
    staleTime: 'static',
  });
  useEffect(() => {
    if (data !== undefined) onArrived(data);
  }, [data, onArrived]);
  if (error !== null) return <Failed error={error} provider={null} />;
  return <Waiting>{texts.confirming}</Waiting>;
}
