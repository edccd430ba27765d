import { registerTexts } from '@comet/texts';
import { TextField } from '@comet/ui';
import { api, call } from '../../platform/api.ts';
import { emailAddress, Form, newPassword, required, useForm } from '../../platform/form/index.ts';

interface RegisterFormProps {
  /** Resolves when the person has been let in. */
  readonly onToken: (accessToken: string) => Promise<void>;
}

/** Email and password of a new account. */
export function RegisterForm({ onToken }: RegisterFormProps) {
  const form = useForm({
    fields: { email: '', password: '' },
    checks: { email: [required, emailAddress], password: newPassword },
    onSubmit: async (values) => onToken((await call(api.signUp, { body: values })).accessToken),
  });
  return (
    <Form state={form} submit={registerTexts.submit}>
      <TextField
        label={registerTexts.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <TextField
        label={registerTexts.password}
        type="password"
        autoComplete="new-password"
        hint={registerTexts.passwordHint}
        {...form.field('password')}
      />
    </Form>
  );
}
