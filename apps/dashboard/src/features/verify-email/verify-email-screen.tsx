import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText, say, verifyEmailTexts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses, Trail } from '@comet/ui';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { api, call } from '../../platform/api.ts';
import { isSignedIn } from '../../platform/session.ts';
import { optionalUserQuery, ResendVerification, userQuery } from '../account/index.ts';
import { ConfirmLayout, useDocumentTitle } from '../shell/index.ts';

const route = getRouteApi('/verify-email/confirm');

export default function VerifyEmailScreen() {
  useDocumentTitle(verifyEmailTexts.screen);
  const { token } = route.useSearch();
  const queryClient = useQueryClient();
  const confirmation = useQuery({
    queryKey: ['email-confirmation', token],
    queryFn: () => call(api.confirmEmail, { query: { token: token ?? '' } }),
    enabled: token !== undefined,
    // The link works once: what it answered the first time is the answer.
    staleTime: 'static',
  });
  const confirmed = confirmation.data?.email;
  useEffect(() => {
    if (confirmed !== undefined) void queryClient.invalidateQueries(userQuery);
  }, [confirmed, queryClient]);
  return (
    <ConfirmLayout>
      <div className="flex flex-col items-start gap-7" aria-live="polite">
        {token === undefined ? (
          <Failed>{verifyEmailTexts.missing}</Failed>
        ) : confirmation.isPending ? (
          <Working />
        ) : confirmed === undefined ? (
          <Failed>{errorText(confirmation.error).text}</Failed>
        ) : (
          <Confirmed email={confirmed} />
        )}
      </div>
    </ConfirmLayout>
  );
}

function Working() {
  return (
    <div className="flex w-full flex-col gap-6">
      <Headline>{verifyEmailTexts.working}</Headline>
      <Trail label={verifyEmailTexts.working} progress={null} />
    </div>
  );
}

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
