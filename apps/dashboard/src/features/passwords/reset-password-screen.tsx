import { errorText, resetPasswordTexts as texts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses } from '@comet/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, call, ApiError } from '../../platform/data/api.ts';
import { isSignedIn } from '../../platform/storage/session.ts';
import { optionalUserQuery } from '../account/index.ts';
import { LinkFailure, NewLinkForm } from '../link-failure/index.ts';
import { ConfirmLayout, Outcome, useDocumentTitle, Waiting } from '../shell/index.ts';
import { Form, useForm } from '../../platform/form/index.ts';
import { newPasswordChecks, NewPasswordFields } from './new-password-fields.tsx';

const codes = ['link_invalid', 'link_used', 'confirmation_expired', 'account_deleted'] as const;

/** A failure after which the link will not work on another try either. */
function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && codes.some((code) => error.is(code));
}

/** Target of a reset mail. It does not sign in. */
export default function ResetPasswordScreen() {
  useDocumentTitle(texts.screen);
  const { token } = useSearch({ from: '/data/reset-password/confirm' });
  const queryClient = useQueryClient();
  const [isDone, setDone] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  // Before the form: a new password for a link that is used or expired would be typed in vain.
  const check = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => call(api.checkPasswordReset, { body: { token: token ?? '' } }).then(() => true),
    enabled: token !== undefined,
    retry: false,
    staleTime: 'static',
  });
  const done = async () => {
    // This browser's session has ended with all others, unless it belongs to another account: only the API can decide.
    await queryClient.query({ ...optionalUserQuery, staleTime: 0 }).catch(() => null);
    setDone(true);
  };
  const dead = refusal ?? (isDeadLink(check.error) ? check.error : null);
  if (token === undefined || dead !== null)
    return (
      <ConfirmLayout>
        <Failed>{token === undefined ? texts.missing : errorText(dead).text}</Failed>
      </ConfirmLayout>
    );
  // Without an answer to the check the form is shown, and shows the refusal of its own request.
  return (
    <ConfirmLayout>
      {isDone ? (
        <Done />
      ) : check.isPending ? (
        <Waiting>{texts.checking}</Waiting>
      ) : (
        <div className="flex w-full max-w-105 flex-col gap-7">
          <Headline explanation={texts.explanation}>{texts.headline}</Headline>
          <ResetPasswordForm token={token} onDone={done} onDeadLink={setRefusal} />
        </div>
      )}
    </ConfirmLayout>
  );
}

function Done() {
  return (
    <Outcome>
      <Headline explanation={texts.done}>{texts.doneHeadline}</Headline>
      <Link to="/login/" className={buttonClasses('primary')}>
        {texts.signIn}
      </Link>
    </Outcome>
  );
}

function Failed({ children }: { readonly children: ReactNode }) {
  return (
    <Outcome>
      <LinkFailure headline={texts.failedHeadline} explanation={children}>
        {isSignedIn() ? (
          <Link to="/dash/settings/" className={linkActionClasses}>
            {texts.toSettings}
          </Link>
        ) : (
          <NewLinkForm to="reset" send={(email) => call(api.requestPasswordReset, { body: { email } })} />
        )}
      </LinkFailure>
    </Outcome>
  );
}

interface ResetPasswordFormProps {
  readonly token: string;
  readonly onDone: () => Promise<void>;
  /** Nothing typed here can help any more. */
  readonly onDeadLink: (error: unknown) => void;
}

function ResetPasswordForm({ token, onDone, onDeadLink }: ResetPasswordFormProps) {
  const form = useForm({
    fields: { password: '', again: '' },
    checks: newPasswordChecks,
    onSubmit: async ({ password }) => {
      try {
        await call(api.confirmPasswordReset, { body: { token, password } });
      } catch (error) {
        if (!isDeadLink(error)) throw error;
        return onDeadLink(error);
      }
      return onDone();
    },
  });
  return (
    <Form state={form} submit={texts.submit}>
      <NewPasswordFields field={form.field} />
    </Form>
  );
}
