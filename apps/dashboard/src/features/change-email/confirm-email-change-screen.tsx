import { confirmEmailChangeTexts as texts, say } from '@comet/texts';
import { buttonClasses, Headline, LinkAction, linkActionClasses } from '@comet/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { api, ApiError, read } from '../../platform/api.ts';
import { optionalUserQuery, userQuery } from '../account/index.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting } from '../shell/index.ts';
import { changeFailure } from './change-failure.ts';
import { Elsewhere } from './elsewhere.tsx';

/** Where the mail to a new address leads, in whatever browser it is opened. */
export default function ConfirmEmailChangeScreen() {
  useDocumentTitle(texts.screen);
  const { token } = useSearch({ from: '/data/email/change/confirm' });
  const queryClient = useQueryClient();
  const change = useQuery({
    queryKey: ['email-change', token],
    queryFn: () => read(api.confirmEmailChange, { query: { token: token ?? '' } }),
    enabled: token !== undefined,
    // The link works once: what it answered the first time is the answer.
    staleTime: 'static',
  });
  const [elsewhere, setElsewhere] = useState<{ readonly email: string } | null>(null);
  const email = (elsewhere ?? change.data)?.email;
  useEffect(() => {
    // The address is another one, and this browser's session may have ended with it.
    if (email !== undefined) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
  }, [email, queryClient]);
  return (
    <UnfoldingLayout>
      {token === undefined ? (
        <Failed headline={texts.deadLinkHeadline} explanation={texts.missing}>
          <NewLink />
        </Failed>
      ) : email !== undefined ? (
        <Changed email={email} />
      ) : change.isFetching ? (
        <Waiting>{texts.working}</Waiting>
      ) : change.error instanceof ApiError && change.error.is('verification_password_required') ? (
        <Elsewhere token={token} onChanged={setElsewhere} />
      ) : (
        <Refused error={change.error} onTryAgain={() => void change.refetch()} />
      )}
    </UnfoldingLayout>
  );
}

function Changed({ email }: { readonly email: string }) {
  const { data: user } = useQuery(optionalUserQuery);
  return (
    <>
      <Headline explanation={say(texts.done, { email })}>{texts.doneHeadline}</Headline>
      {user !== undefined && (
        <Link to="/dash/home/" className={buttonClasses('primary')}>
          {user === null ? texts.signIn : texts.toHome}
        </Link>
      )}
    </>
  );
}

function Refused({ error, onTryAgain }: { readonly error: unknown; readonly onTryAgain: () => void }) {
  const { kind, text } = changeFailure(error);
  const again = <LinkAction onClick={onTryAgain}>{texts.tryAgain}</LinkAction>;
  return (
    <Failed headline={kind === 'link' ? texts.deadLinkHeadline : texts.failedHeadline} explanation={text}>
      {kind === 'passing' ? again : <NewLink />}
    </Failed>
  );
}

interface FailedProps {
  readonly headline: string;
  readonly explanation: string;
  /** The way on. */
  readonly children: ReactNode;
}

function Failed({ headline, explanation, children }: FailedProps) {
  return (
    <>
      <Headline explanation={explanation}>{headline}</Headline>
      {children}
    </>
  );
}

function NewLink() {
  return (
    <Link to="/dash/settings/change-email/" className={linkActionClasses}>
      {texts.newLink}
    </Link>
  );
}
