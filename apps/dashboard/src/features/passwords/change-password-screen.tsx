import { changePasswordTexts as texts, newPasswordTexts } from '@comet/texts';
import { useNotify, TextField } from '@comet/ui';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { userQuery, FactorField, factorIn, SignInAgain, useProof } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { api, call } from '../../platform/data/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { newPasswordChecks, NewPasswordFields } from './new-password-fields.tsx';

export default function ChangePasswordScreen() {
  const { email, hasPassword } = useSuspenseQuery(userQuery).data;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const changed = async () => {
    notify(texts.changed, { id: 'password' });
    // Whether there is a password, and which sessions exist, has changed.
    void queryClient.invalidateQueries();
    await navigate({ to: '/dash/settings/' });
  };
  return (
    <SettingsSubPage title={hasPassword ? texts.change : texts.set} explanation={texts.explanation}>
      <ChangePasswordForm email={email} hasPassword={hasPassword} onChanged={changed} />
    </SettingsSubPage>
  );
}

interface ChangePasswordFormProps {
  readonly email: string;
  /** Whether the account has a password, which the form then requires. */
  readonly hasPassword: boolean;
  readonly onChanged: () => Promise<void>;
}

function ChangePasswordForm({ email, hasPassword, onChanged }: ChangePasswordFormProps) {
  const proof = useProof();
  const form = useForm({
    fields: { currentPassword: '', password: '', again: '', factor: '' },
    checks: {
      ...newPasswordChecks,
      ...(hasPassword ? { currentPassword: [required] } : {}),
      ...proof.checks,
    },
    codes: { current_password_wrong: 'currentPassword', ...proof.codes },
    onSubmit: async ({ currentPassword, password, factor }) => {
      const given = { ...(hasPassword ? { currentPassword } : {}), ...factorIn(factor) };
      const changed = await proof.attempt(() => call(api.changePassword, { body: { password, ...given } }));
      if (changed !== null) await onChanged();
    },
  });
  return (
    <div className="flex max-w-105 flex-col gap-7">
      {proof.isStale && <SignInAgain />}
      <Form state={form} submit={hasPassword ? texts.submit : texts.submitFirst}>
        {/* The user name for password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <TextField
            label={newPasswordTexts.current}
            type="password"
            autoComplete="current-password"
            {...form.field('currentPassword')}
          />
        )}
        <NewPasswordFields field={form.field} />
        {proof.asksFactor && <FactorField field={form.field} />}
      </Form>
    </div>
  );
}
