import { useQuery } from '@tanstack/react-query';
import { say, verifyEmailTexts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isSignedIn } from '../../platform/session.ts';
import { optionalUserQuery, ResendVerification } from '../account/index.ts';
import { Outcome } from '../shell/index.ts';

/** The address is the account's now. */
export function Confirmed({ email }: { readonly email: string }) {
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
export function Failed({ children }: { readonly children: ReactNode }) {
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
export function Disowned() {
  return (
    <Outcome>
      <Headline explanation={verifyEmailTexts.disowned}>{verifyEmailTexts.disownedHeadline}</Headline>
    </Outcome>
  );
}
