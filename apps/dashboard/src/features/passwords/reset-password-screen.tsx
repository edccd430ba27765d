import { errorText, resetPasswordTexts as texts } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses } from '@comet/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, call, ApiError } from '../../platform/data/api.ts';
import { isSignedIn } from '../../platform/storage/session.ts';
import { optionalUserQuery } from '../account/index.ts';
import { LinkFailure, NewLinkForm } from '../link-failure/index.ts';
import { ConfirmLayout, OutcomeMessage, useDocumentTitle, Waiting } from '../shell/index.ts';
import { Form, useForm } from '../../platform/form/index.ts';
import { newPasswordChecks, NewPasswordFields } from './new-password-fields.tsx';

const codes = ['link_invalid', 'link_used', 'confirmation_expired', 'account_deleted'] as const;

/** Whether the failure is permanent: the link cannot be used. */
function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && codes.some((code) => error.is(code));
}

/** Target of a password reset link. It does not sign in. */
export default function ResetPasswordScreen() {
  useDocumentTitle(texts.screen);
  const { token } = useSearch({ from: '/data/reset-password/confirm' });
  const queryClient = useQueryClient();
  const [isDone, setDone] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  // Checks the link before the form is shown: a used or expired link would reject the new password.
  const check = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => call(api.checkPasswordReset, { body: { token: token ?? '' } }).then(() => true),
    enabled: token !== undefined,
    retry: false,
    staleTime: 'static',
  });
  const done = async () => {
    // The reset has ended this browser's session, unless that belongs to another account: only the API can
    // decide.
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
  // If the check fails, the form is shown; its own request reports an invalid link.
  return (
    <ConfirmLayout>
      {isDone ? (
        <Done />
      ) : check.isPending ? (
        <Waiting>{texts.checking}</Waiting>
      ) : (
        <div className="flex w-full flex-col gap-7">
          <Headline explanation={texts.explanation}>{texts.headline}</Headline>
          <div className="max-w-105">
            <ResetPasswordForm token={token} onDone={done} onDeadLink={setRefusal} />
          </div>
        </div>
      )}
    </ConfirmLayout>
  );
}

function Done() {
  return (
    <OutcomeMessage>
      <Headline explanation={texts.done}>{texts.doneHeadline}</Headline>
      <Link to="/login/" className={buttonClasses('primary')}>
        {texts.signIn}
      </Link>
    </OutcomeMessage>
  );
}

function Failed({ children }: { readonly children: ReactNode }) {
  return (
    <OutcomeMessage>
      <LinkFailure headline={texts.failedHeadline} explanation={children}>
        {isSignedIn() ? (
          <Link to="/dash/settings/" className={linkActionClasses}>
            {texts.toSettings}
          </Link>
        ) : (
          <NewLinkForm to="reset" send={(email) => call(api.requestPasswordReset, { body: { email } })} />
        )}
      </LinkFailure>
    </OutcomeMessage>
  );
}

interface ResetPasswordFormProps {
  readonly token: string;
  readonly onDone: () => Promise<void>;
  /** Called if the link turned out to be unusable. */
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
