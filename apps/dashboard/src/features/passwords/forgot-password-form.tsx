import { forgotPasswordTexts as texts } from '@comet/texts';
import { Headline, linkActionClasses, TextField } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { api, call } from '../../platform/api.ts';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';

interface ForgotPasswordFormProps {
  /** The API took the request; that says nothing about the address. */
  readonly onSent: (email: string) => void;
}

export function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
  const form = useForm({
    fields: { email: '' },
    checks: { email: [required, emailAddress] },
    onSubmit: async ({ email }) => {
      await call(api.requestPasswordReset, { body: { email } });
      onSent(email.trim());
    },
  });
  return (
    <>
      <Headline explanation={texts.explanation}>{texts.headline}</Headline>
      <Form state={form} submit={texts.submit}>
        <TextField
          label={texts.email}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
      </Form>
      <Link to="/login/" className={`${linkActionClasses} self-start`}>
        {texts.signIn}
      </Link>
    </>
  );
}
