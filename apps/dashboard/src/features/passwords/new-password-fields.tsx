import { newPasswordTexts as texts } from '@comet/texts';
import { TextField } from '@comet/ui';
import { newPassword, required, sameAs } from '../../platform/form/index.ts';

/** Checks of a new password and of its repetition. */
export const newPasswordChecks = {
  password: newPassword,
  again: [required, sameAs('password', texts.named)],
} as const;

interface NewPasswordFieldsProps {
  readonly field: (name: 'password' | 'again') => Omit<Parameters<typeof TextField>[0], 'label'>;
}

/** A new password, entered twice, because typing mistakes in hidden input are not visible. */
export function NewPasswordFields({ field }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        label={texts.password}
        type="password"
        autoComplete="new-password"
        hint={texts.hint}
        {...field('password')}
      />
      <TextField label={texts.again} type="password" autoComplete="new-password" {...field('again')} />
    </>
  );
}
