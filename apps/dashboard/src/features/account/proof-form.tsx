import { proofTexts } from '@comet/texts';
import { Button, type ButtonProps, TextField } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { userQuery } from './user.ts';

interface ProofFormProps {
  readonly submit: string;
  readonly weight?: ButtonProps['weight'];
  readonly cancel: string;
  readonly onCancel: () => void;
  /** Sends the proof along with what it is for. */
  readonly onProof: (proof: { readonly password?: string }) => Promise<unknown>;
}

/**
 * Asks a signed-in person who they are once more, before something that a borrowed session must not do: for the password where the
 * account has one, else for nothing but a session that is fresh enough.
 */
export function ProofForm({ submit, weight, cancel, onCancel, onProof }: ProofFormProps) {
  const { hasPassword, email } = useSuspenseQuery(userQuery).data;
  const [isStale, setStale] = useState(false);
  const form = useForm({
    fields: { password: '' },
    checks: hasPassword ? { password: [required] } : {},
    codes: { current_password_wrong: 'password' },
    onSubmit: async ({ password }) => {
      try {
        await onProof(hasPassword ? { password } : {});
      } catch (error) {
        if (!(error instanceof ApiError && error.is('reauthentication_required'))) throw error;
        setStale(true);
      }
    },
  });
  if (isStale) return <SignInAgain />;
  return (
    <Form
      state={form}
      submit={submit}
      weight={weight}
      wide={false}
      actions={
        <Button weight="secondary" onClick={onCancel}>
          {cancel}
        </Button>
      }
    >
      {/* Lets a password manager know whose password is asked for. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <TextField
          label={proofTexts.password}
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
      )}
    </Form>
  );
}
