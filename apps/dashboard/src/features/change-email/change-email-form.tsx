import { changeEmailTexts as texts, newPasswordTexts } from '@comet/texts';
import { TextField } from '@comet/ui';
import { api, call } from '../../platform/api.ts';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';
import { useQueryClient } from '@tanstack/react-query';
import { FactorField, factorIn, SignInAgain, useProof } from '../account/index.ts';
import { pendingChangeQuery } from './pending-change.tsx';

interface ChangeEmailFormProps {
  /** Without one, it is not asked for. */
  readonly hasPassword: boolean;
  readonly onSent: (email: string) => void;
}

export function ChangeEmailForm({ hasPassword, onSent }: ChangeEmailFormProps) {
  const proof = useProof();
  const queryClient = useQueryClient();
  const form = useForm({
    fields: { email: '', currentPassword: '', factor: '' },
    checks: {
      email: [required, emailAddress],
      ...(hasPassword ? { currentPassword: [required] } : {}),
      ...proof.checks,
    },
    codes: { current_password_wrong: 'currentPassword', ...proof.codes },
    onSubmit: async ({ email, currentPassword, factor }) => {
      const given = { ...(hasPassword ? { currentPassword } : {}), ...factorIn(factor) };
      const sent = await proof.attempt(() => call(api.requestEmailChange, { body: { email, ...given } }));
      if (sent === null) return;
      await queryClient.invalidateQueries(pendingChangeQuery);
      onSent(email.trim());
    },
  });
  return (
    <div className="flex max-w-105 flex-col gap-7">
      {proof.isStale && <SignInAgain />}
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
        {proof.asksFactor && <FactorField field={form.field} />}
      </Form>
    </div>
  );
}
