import { confirmEmailChangeTexts as texts, formatText, errorText, failureTexts } from '@comet/texts';
import { buttonClasses, Headline, LinkAction, linkActionClasses, Subhead, TextField } from '@comet/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, ApiError, read, call } from '../../platform/data/api.ts';
import { optionalUserQuery, userQuery } from '../account/index.ts';
import { LinkFailure } from '../link-failure/index.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting, OutcomeMessage } from '../shell/index.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { isSignedIn } from '../../platform/storage/session.ts';
import { PendingChange } from './pending-change.tsx';

/** Failures of the link itself, which a retry cannot change. */
const deadLink = ['link_invalid', 'link_used', 'confirmation_expired'] as const;

/** Other permanent failures: a retry cannot succeed. */
const lasting = ['account_deleted', 'email_taken'] as const;

/**
 * `link`: request a new link. `change`: the address is not available. `passing`: temporary, a retry may
 * succeed.
 */
type FailureKind = 'link' | 'change' | 'passing';

/**
 * Why an address was not changed. Failures of the link and of the network have their own texts; all others have those of an email
 * change.
 */
export function changeFailure(error: unknown): { readonly kind: FailureKind; readonly text: string } {
  const { title, text } = errorText(error);
  if (!(error instanceof ApiError))
    return { kind: 'passing', text: title === null ? text : failureTexts.emailNotChanged };
  if (deadLink.some((code) => error.is(code))) return { kind: 'link', text };
  if (lasting.some((code) => error.is(code))) return { kind: 'change', text };
  return { kind: 'passing', text: error.status === 429 ? text : failureTexts.emailNotChanged };
}

/** Target of the link in the mail to the new address, in any browser. */
export default function ConfirmEmailChangeScreen() {
  useDocumentTitle(texts.screen);
  const { token } = useSearch({ from: '/data/email/change/confirm' });
  const queryClient = useQueryClient();
  const change = useQuery({
    queryKey: ['email-change', token],
    queryFn: () => read(api.confirmEmailChange, { query: { token: token ?? '' } }),
    enabled: token !== undefined,
    // The link works once, so its first result is kept.
    staleTime: 'static',
  });
  const [elsewhere, setElsewhere] = useState<{ readonly email: string } | null>(null);
  const email = (elsewhere ?? change.data)?.email;
  useEffect(() => {
    // The address has changed, and this browser's session may have ended with the change.
    if (email !== undefined) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
  }, [email, queryClient]);
  return (
    <UnfoldingLayout>
      {token === undefined ? (
        <LinkFailure headline={texts.deadLinkHeadline} explanation={texts.missing}>
          <NewLink />
        </LinkFailure>
      ) : email !== undefined ? (
        <Changed email={email} />
      ) : change.isFetching ? (
        <Waiting>{texts.working}</Waiting>
      ) : change.error instanceof ApiError && change.error.is('verification_password_required') ? (
        <PasswordConfirmation token={token} onChanged={setElsewhere} />
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
      <Headline explanation={formatText(texts.done, { email })}>{texts.doneHeadline}</Headline>
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
    <LinkFailure
      headline={kind === 'link' ? texts.deadLinkHeadline : texts.failedHeadline}
      explanation={text}
    >
      {kind === 'passing' ? again : <NewLink />}
    </LinkFailure>
  );
}

/**
 * Sends the link to the pending address again, or links to another request. Both require the account's
 * session.
 */
function NewLink() {
  // Reads the user first: the pending change of an ended session would redirect to the login.
  const { data: user } = useQuery(optionalUserQuery);
  return (
    <div className="flex flex-col items-start gap-4">
      {user && <PendingChange />}
      <Link to="/dash/settings/change-email/" className={linkActionClasses}>
        {isSignedIn() ? texts.newLink : texts.signInForNew}
      </Link>
    </div>
  );
}

interface PasswordConfirmationProps {
  readonly token: string;
  readonly onChanged: (changed: { readonly email: string }) => void;
}

/**
 * The link was opened in a browser that has not signed in to the account: a phone, or the browser of a person
 * whose address another person entered. The password distinguishes them.
 */
function PasswordConfirmation({ token, onChanged }: PasswordConfirmationProps) {
  const form = useForm({
    fields: { password: '' },
    checks: { password: [required] },
    codes: { current_password_wrong: 'password' },
    onSubmit: async ({ password }) =>
      onChanged(await call(api.confirmEmailChangeElsewhere, { body: { token, password } })),
  });
  return (
    <OutcomeMessage>
      <Headline explanation={texts.elsewhere}>{texts.elsewhereHeadline}</Headline>
      <div className="w-full max-w-105">
        <Form state={form} submit={texts.elsewhereSubmit}>
          <TextField
            label={texts.password}
            type="password"
            autoComplete="current-password"
            {...form.field('password')}
          />
        </Form>
      </div>
      <div className="flex w-full max-w-105 flex-col items-start gap-3 border-t border-line pt-7">
        <Subhead>{texts.notMeHeadline}</Subhead>
        <p className="m-0 text-quiet">{texts.notMe}</p>
      </div>
    </OutcomeMessage>
  );
}
