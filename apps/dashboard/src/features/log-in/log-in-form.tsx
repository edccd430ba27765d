import { logInTexts } from '@comet/texts';
import { TextField } from '@comet/ui';
import { api, call } from '../../platform/api.ts';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';

interface LogInFormProps {
  /** Resolves when the person has been let in. */
  readonly onToken: (accessToken: string) => Promise<void>;
}

/** Email and password of an account that exists. */
export function LogInForm({ onToken }: LogInFormProps) {
  const form = useForm({
    fields: { email: '', password: '' },
    checks: { email: [required, emailAddress], password: [required] },
    onSubmit: async (values) => onToken((await call(api.logIn, { body: values })).accessToken),
  });
  return (
    <Form state={form} submit={logInTexts.submit}>
      <TextField
        label={logInTexts.email}
        type="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <TextField
        label={logInTexts.password}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
    </Form>
  );
}
