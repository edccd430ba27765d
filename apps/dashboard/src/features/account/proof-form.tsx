import { proofTexts } from '@comet/texts';
import { Button, type ButtonProps, TextField } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { RequestOf } from '@comet/contract';
import type { api } from '../../platform/data/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { FactorField } from './factor-field.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { factorIn, useProof } from './use-proof.ts';
import { userQuery } from './user.ts';

export type Proof = RequestOf<typeof api.exportData>['body'];

interface ProofFormProps {
  /** Label of the password field, if another password could be meant. */
  readonly passwordLabel?: string;
  readonly submit: string;
  readonly weight?: ButtonProps['weight'];
  readonly cancel: string;
  readonly onCancel: () => void;
  /** Sends the request together with the proof. */
  readonly onProof: (proof: Proof) => Promise<unknown>;
}

/**
 * Requires a proof of identity before a sensitive action, so that an unattended session does not suffice: the
 * password where the account has one, else a recent sign-in; and the second factor where the API requires it.
 */
export function ProofForm({ passwordLabel, submit, weight, cancel, onCancel, onProof }: ProofFormProps) {
  const { hasPassword, email } = useSuspenseQuery(userQuery).data;
  const proof = useProof();
  const form = useForm({
    fields: { password: '', factor: '' },
    checks: { ...(hasPassword ? { password: [required] } : {}), ...proof.checks },
    codes: { current_password_wrong: 'password', ...proof.codes },
    onSubmit: ({ password, factor }) =>
      proof.attempt(() => onProof({ ...(hasPassword ? { password } : {}), ...factorIn(factor) })),
  });
  if (proof.isStale) return <SignInAgain />;
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
      {/* The user name for password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <TextField
          label={passwordLabel ?? proofTexts.password}
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
      )}
      {proof.asksFactor && <FactorField field={form.field} />}
    </Form>
  );
}
