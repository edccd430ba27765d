import { changeEmailTexts as texts, newPasswordTexts } from '@comet/texts';
import { TextField } from '@comet/ui';
import { useState } from 'react';
import { ApiError, api, call } from '../../platform/api.ts';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';
import { SignInAgain } from '../account/index.ts';

interface ChangeEmailFormProps {
  /** Without one, it is not asked for. */
  readonly hasPassword: boolean;
  readonly onSent: (email: string) => void;
}

export function ChangeEmailForm({ hasPassword, onSent }: ChangeEmailFormProps) {
  const [isStale, setStale] = useState(false);
  const form = useForm({
    fields: { email: '', currentPassword: '' },
    checks: { email: [required, emailAddress], ...(hasPassword ? { currentPassword: [required] } : {}) },
    codes: { current_password_wrong: 'currentPassword' },
    onSubmit: async ({ email, currentPassword }) => {
      try {
        await call(api.requestEmailChange, { body: { email, ...(hasPassword ? { currentPassword } : {}) } });
      } catch (error) {
        if (!(error instanceof ApiError && error.is('reauthentication_required'))) throw error;
        return setStale(true);
      }
      return onSent(email.trim());
    },
  });
  return (
    <div className="flex max-w-105 flex-col gap-7">
      {isStale && <SignInAgain />}
      <Form state={form} submit={texts.submit}>
        <TextField
          label={texts.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
        {hasPassword && (
          <TextField
            label={newPasswordTexts.current}
            type="password"
            autoComplete="current-password"
            {...form.field('currentPassword')}
          />
        )}
      </Form>
    </div>
  );
}
