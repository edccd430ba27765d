import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText, verifyEmailTexts } from '@comet/texts';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, ApiError, read } from '../../platform/api.ts';
import { userQuery } from '../account/index.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting } from '../shell/index.ts';
import { Elsewhere } from './elsewhere.tsx';
import { Confirmed, Disowned, Failed } from './outcomes.tsx';

export default function VerifyEmailScreen() {
  useDocumentTitle(verifyEmailTexts.screen);
  const { token } = useSearch({ from: '/data/verify-email/confirm' });
  return (
    <UnfoldingLayout>
      {token === undefined ? <Failed>{verifyEmailTexts.missing}</Failed> : <Follow token={token} />}
    </UnfoldingLayout>
  );
}

function Follow({ token }: { readonly token: string }) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['email-confirmation', token],
    queryFn: () => read(api.confirmEmail, { query: { token } }),
    // The link works once: what it answered the first time is the answer.
    staleTime: 'static',
  });
  const [settled, setSettled] = useState<{ readonly email: string } | 'disowned' | null>(null);
  useEffect(() => {
    if (data !== undefined) void queryClient.invalidateQueries(userQuery);
  }, [data, queryClient]);
  if (settled === 'disowned') return <Disowned />;
  const confirmed = settled ?? data;
  if (confirmed !== undefined) return <Confirmed email={confirmed.email} />;
  if (error === null) return <Waiting>{verifyEmailTexts.working}</Waiting>;
  if (error instanceof ApiError && error.is('verification_password_required')) {
    const disowned = () => setSettled('disowned');
    return <Elsewhere token={token} onConfirmed={setSettled} onDisowned={disowned} />;
  }
  return <Failed>{errorText(error).text}</Failed>;
}
