import { changePasswordTexts as texts, newPasswordTexts } from '@comet/texts';
import { TextField } from '@comet/ui';
import { useState } from 'react';
import { ApiError, api, call } from '../../platform/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { SignInAgain } from '../account/index.ts';
import { newPasswordChecks, NewPasswordFields } from './new-password-fields.tsx';

interface ChangePasswordFormProps {
  readonly email: string;
  /** Without one, it is not asked for. */
  readonly hasPassword: boolean;
  readonly onChanged: () => Promise<void>;
}

export function ChangePasswordForm({ email, hasPassword, onChanged }: ChangePasswordFormProps) {
  const [isStale, setStale] = useState(false);
  const form = useForm({
    fields: { currentPassword: '', password: '', again: '' },
    checks: { ...newPasswordChecks, ...(hasPassword ? { currentPassword: [required] } : {}) },
    codes: { current_password_wrong: 'currentPassword' },
    onSubmit: async ({ currentPassword, password }) => {
      try {
        await call(api.changePassword, { body: { password, ...(hasPassword ? { currentPassword } : {}) } });
      } catch (error) {
        if (!(error instanceof ApiError && error.is('reauthentication_required'))) throw error;
        return setStale(true);
      }
      return onChanged();
    },
  });
  return (
    <div className="flex max-w-105 flex-col gap-7">
      {isStale && <SignInAgain />}
      <Form state={form} submit={hasPassword ? texts.submit : texts.submitFirst}>
        {/* Tells password managers whose password this is. */}
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
      </Form>
    </div>
  );
}
