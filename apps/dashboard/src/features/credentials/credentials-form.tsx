import { errorText } from '@comet/texts';
import { Banner, Button, TextField } from '@comet/ui';
import { type FieldErrors, useForm, type UseFormSetError } from 'react-hook-form';
import { checkEmail, checkNewPassword, checkPassword } from './field-checks.ts';
import { serverFieldErrors } from './server-field-errors.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface CredentialsFormProps {
  readonly texts: {
    readonly email: string;
    readonly password: string;
    readonly passwordHint?: string;
    readonly submit: string;
  };
  /** A password that is being chosen, or one that exists. */
  readonly password: 'new' | 'current';
  /** Resolves when the person is signed in; what it throws is put into words here. */
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
}

/** Email and password. A field speaks up once it was left, and all do on submit. */
export function CredentialsForm({ texts, password, onSubmit }: CredentialsFormProps) {
  const form = useForm<Credentials>({ mode: 'onTouched', defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit({ email: values.email.trim(), password: values.password });
    } catch (error) {
      showFailure(error, form.setError);
    }
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {errors.root?.message !== undefined && (
        <Banner tone="danger" urgent>
          {errors.root.message}
        </Banner>
      )}
      <TextField
        label={texts.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={messageOf(errors, 'email')}
        {...form.register('email', { validate: checkEmail })}
      />
      <TextField
        label={texts.password}
        type="password"
        autoComplete={password === 'new' ? 'new-password' : 'current-password'}
        hint={texts.passwordHint}
        error={messageOf(errors, 'password')}
        {...form.register('password', { validate: password === 'new' ? checkNewPassword : checkPassword })}
      />
      <Button type="submit" wide busy={isSubmitting || isSubmitSuccessful}>
        {texts.submit}
      </Button>
    </form>
  );
}

function messageOf(errors: FieldErrors<Credentials>, field: keyof Credentials): string | undefined {
  return errors[field]?.message;
}

function showFailure(error: unknown, setError: UseFormSetError<Credentials>): void {
  const fields = serverFieldErrors(error, ['email', 'password']);
  for (const [field, message] of fields) setError(field, { type: 'server', message }, { shouldFocus: true });
  if (fields.length === 0) setError('root', { type: 'server', message: errorText(error).text });
}
