import { resetPasswordTexts as texts } from '@comet/texts';
import { api, call } from '../../platform/api.ts';
import { Form, useForm } from '../../platform/form/index.ts';
import { isDeadLink } from './dead-link.ts';
import { newPasswordChecks, NewPasswordFields } from './new-password-fields.tsx';

interface ResetPasswordFormProps {
  readonly token: string;
  readonly onDone: () => Promise<void>;
  /** Nothing typed here can help any more. */
  readonly onDeadLink: (error: unknown) => void;
}

export function ResetPasswordForm({ token, onDone, onDeadLink }: ResetPasswordFormProps) {
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
