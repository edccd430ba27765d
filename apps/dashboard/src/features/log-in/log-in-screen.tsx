import { logInTexts } from '@comet/texts';
import { Headline, linkActionClasses, Subhead, TextField } from '@comet/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useCompleteSignIn } from '../route-guard/index.ts';
import { PasskeySignIn } from '../passkeys/index.ts';
import { AsideLayout, SessionNote, useDocumentTitle } from '../shell/index.ts';
import { SocialButtons } from '../social/index.ts';
import { api, call } from '../../platform/data/api.ts';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';

export default function LogInScreen() {
  useDocumentTitle(logInTexts.screen);
  const { redirect, session } = useSearch({ from: '/login' });
  const completeSignIn = useCompleteSignIn();
  return (
    <AsideLayout home="/" aside={<RegisterInvitation redirect={redirect} />}>
      <div className="mt-14 flex w-full max-w-105 flex-col gap-7 lg:mt-12">
        <Headline explanation={logInTexts.explanation}>{logInTexts.headline}</Headline>
        <SessionNote session={session} />
        <LogInForm onToken={(token) => completeSignIn(token, redirect)} />
        <Link to="/reset-password/" className={`${linkActionClasses} self-start`}>
          {logInTexts.forgotPassword}
        </Link>
        <PasskeySignIn onToken={(token) => completeSignIn(token, redirect)} />
        <SocialButtons redirect={redirect} />
      </div>
    </AsideLayout>
  );
}

function RegisterInvitation({ redirect }: { readonly redirect: string | undefined }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <Subhead>{logInTexts.asideHeadline}</Subhead>
      <p className="m-0 text-quiet">{logInTexts.asideExplanation}</p>
      <Link to="/register/" search={redirect === undefined ? {} : { redirect }} className={linkActionClasses}>
        {logInTexts.createAccount}
      </Link>
    </div>
  );
}

interface LogInFormProps {
  /** Resolves after the sign-in. */
  readonly onToken: (accessToken: string) => Promise<void>;
}

/** Sign-in by email and password. */
function LogInForm({ onToken }: LogInFormProps) {
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
