import { errorText, verifyEmailTexts, formatText, verifyEmailTexts as texts } from '@comet/texts';
import {
  buttonClasses,
  Headline,
  linkActionClasses,
  Banner,
  LinkAction,
  Subhead,
  TextField,
} from '@comet/ui';
import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { useSearch, Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { api, ApiError, read, call, endOnServer } from '../../platform/data/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { isSignedIn, accessToken, forgetUser, startSession } from '../../platform/storage/session.ts';
import { userQuery, optionalUserQuery, ResendVerification } from '../account/index.ts';
import { LinkFailure, NewLinkForm } from '../link-failure/index.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting, OutcomeMessage } from '../shell/index.ts';

interface PasswordConfirmationProps {
  readonly token: string;
  readonly onConfirmed: (confirmed: { readonly email: string }) => void;
  readonly onDisowned: () => void;
}

/**
 * The link was opened in a browser that has not signed in to the account: a phone, or the browser of a person
 * whose address another person entered. The password distinguishes them.
 */
function PasswordConfirmation({ token, onConfirmed, onDisowned }: PasswordConfirmationProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    fields: { password: '' },
    checks: { password: [required] },
    codes: { current_password_wrong: 'password' },
    onSubmit: async ({ password }) => {
      const before = accessToken();
      const confirmed = await call(api.confirmEmailElsewhere, { body: { token, password } });
      startSession(confirmed.accessToken);
      forgetUser();
      if (before !== null) void endOnServer(before);
      void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'email-confirmation' });
      onConfirmed(confirmed);
    },
  });
  return (
    <OutcomeMessage>
      <Headline explanation={texts.elsewhere}>{texts.elsewhereHeadline}</Headline>
      <div className="flex w-full max-w-105 flex-col items-start gap-4">
        <div className="w-full">
          <Form state={form} submit={texts.elsewhereSubmit}>
            <TextField
              label={texts.password}
              type="password"
              autoComplete="current-password"
              {...form.field('password')}
            />
          </Form>
        </div>
        {/* For visitors only, like the target of the link. */}
        {!isSignedIn() && (
          <Link to="/reset-password" className={linkActionClasses}>
            {texts.forgot}
          </Link>
        )}
      </div>
      <DisownAccount token={token} onDisowned={onDisowned} />
    </OutcomeMessage>
  );
}

function DisownAccount({ token, onDisowned }: Pick<PasswordConfirmationProps, 'token' | 'onDisowned'>) {
  const disown = useMutation({
    mutationFn: () => call(api.disownAccount, { body: { token } }),
    onSuccess: onDisowned,
  });
  return (
    <div className="flex w-full max-w-105 flex-col items-start gap-3 border-t border-line pt-7">
      <Subhead>{texts.notMeHeadline}</Subhead>
      <p className="m-0 text-quiet">{texts.notMe}</p>
      {disown.error !== null && (
        <Banner tone="danger" urgent>
          {errorText(disown.error).text}
        </Banner>
      )}
      <LinkAction onClick={() => disown.mutate()}>{texts.disown}</LinkAction>
    </div>
  );
}

export default function VerifyEmailScreen() {
  useDocumentTitle(verifyEmailTexts.screen);
  const { token } = useSearch({ from: '/data/verify-email/confirm' });
  return (
    <UnfoldingLayout>
      {token === undefined ? <Failed>{verifyEmailTexts.missing}</Failed> : <ConfirmLink token={token} />}
    </UnfoldingLayout>
  );
}

function ConfirmLink({ token }: { readonly token: string }) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['email-confirmation', token],
    queryFn: () => read(api.confirmEmail, { query: { token } }),
    // The link works once, so its first result is kept.
    staleTime: 'static',
  });
  const [settled, setSettled] = useState<{ readonly email: string } | 'disowned' | null>(null);
  useEffect(() => {
    if (data !== undefined) void queryClient.invalidateQueries(userQuery);
  }, [data, queryClient]);
  if (settled === 'disowned') return <AccountDisowned />;
  const confirmed = settled ?? data;
  if (confirmed !== undefined) return <Confirmed email={confirmed.email} />;
  if (error === null) return <Waiting>{verifyEmailTexts.working}</Waiting>;
  if (error instanceof ApiError && error.is('verification_password_required')) {
    const disowned = () => setSettled('disowned');
    return <PasswordConfirmation token={token} onConfirmed={setSettled} onDisowned={disowned} />;
  }
  if (error instanceof ApiError && (error.is('link_used') || error.is('link_expired')))
    return <LinkOver>{errorText(error).text}</LinkOver>;
  return <Failed>{errorText(error).text}</Failed>;
}

/**
 * A used or expired link. Only the signed-in account shows whether its own address is confirmed: to a
 * visitor the link reveals nothing about an account.
 */
function LinkOver({ children }: { readonly children: ReactNode }) {
  const { data: user, isPending } = useQuery(optionalUserQuery);
  if (isPending) return <Waiting>{verifyEmailTexts.working}</Waiting>;
  if (user?.emailVerified !== true) return <Failed>{children}</Failed>;
  return (
    <OutcomeMessage>
      <Headline explanation={formatText(verifyEmailTexts.already, { email: user.email })}>
        {verifyEmailTexts.alreadyHeadline}
      </Headline>
      <Link to="/dash/home/" className={buttonClasses('primary')}>
        {verifyEmailTexts.toHome}
      </Link>
    </OutcomeMessage>
  );
}

/** The address was confirmed. */
function Confirmed({ email }: { readonly email: string }) {
  return (
    <>
      <Headline explanation={formatText(verifyEmailTexts.done, { email })}>
        {verifyEmailTexts.doneHeadline}
      </Headline>
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

/**
 * The error of a verification link, with a way to request a new one: for the signed-in account, or by email
 * address.
 */
function Failed({ children }: { readonly children: ReactNode }) {
  return (
    <LinkFailure headline={verifyEmailTexts.failedHeadline} explanation={children}>
      <NewLink />
    </LinkFailure>
  );
}

function NewLink() {
  const { data: user } = useQuery(optionalUserQuery);
  if (user === undefined) return null;
  if (user === null) {
    return (
      <>
        <NewLinkForm to="verify" send={(email) => call(api.requestVerification, { body: { email } })} />
        <Link to="/login/" className={linkActionClasses}>
          {verifyEmailTexts.signIn}
        </Link>
      </>
    );
  }
  return (
    <div className="flex flex-wrap gap-x-7 gap-y-4">
      {!user.emailVerified && <ResendVerification email={user.email} />}
      <Link to="/dash/home/" className={linkActionClasses}>
        {verifyEmailTexts.toHome}
      </Link>
    </div>
  );
}

/** The account that was registered with this address was deleted. */
function AccountDisowned() {
  return (
    <OutcomeMessage>
      <Headline explanation={verifyEmailTexts.disowned}>{verifyEmailTexts.disownedHeadline}</Headline>
    </OutcomeMessage>
  );
}
