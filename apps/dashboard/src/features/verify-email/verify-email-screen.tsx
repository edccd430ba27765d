import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText, verifyEmailTexts, say } from '@comet/texts';
import { useSearch, Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { api, ApiError, read } from '../../platform/data/api.ts';
import { userQuery, optionalUserQuery, ResendVerification } from '../account/index.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting, Outcome } from '../shell/index.ts';
import { Elsewhere } from './elsewhere.tsx';
import { buttonClasses, Headline, linkActionClasses } from '@comet/ui';
import { isSignedIn } from '../../platform/storage/session.ts';

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

/** The address is the account's now. */
function Confirmed({ email }: { readonly email: string }) {
  return (
    <>
      <Headline explanation={say(verifyEmailTexts.done, { email })}>{verifyEmailTexts.doneHeadline}</Headline>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <Link to="/payment/subscription" className={buttonClasses('primary')}>
          {verifyEmailTexts.choosePlan}
        </Link>
        <Link to="/dash/home/" className={linkActionClasses}>
          {isSignedIn() ? verifyEmailTexts.toHome : verifyEmailTexts.signIn}
        </Link>
      </div>
    </>
  );
}

/** The link led nowhere; the way to a new one. */
function Failed({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <Headline explanation={children}>{verifyEmailTexts.failedHeadline}</Headline>
      <NewLink />
    </>
  );
}

function NewLink() {
  const { data: user } = useQuery(optionalUserQuery);
  if (user === undefined) return null;
  if (user === null) return <SignInForNewLink />;
  return (
    <div className="flex flex-wrap gap-x-7 gap-y-4">
      {!user.emailVerified && <ResendVerification email={user.email} />}
      <Link to="/dash/home/" className={linkActionClasses}>
        {verifyEmailTexts.toHome}
      </Link>
    </div>
  );
}

function SignInForNewLink() {
  return (
    <Link to="/login/" className={linkActionClasses}>
      {verifyEmailTexts.signInForNew}
    </Link>
  );
}

/** The account of somebody who used this address is gone. */
function Disowned() {
  return (
    <Outcome>
      <Headline explanation={verifyEmailTexts.disowned}>{verifyEmailTexts.disownedHeadline}</Headline>
    </Outcome>
  );
}
