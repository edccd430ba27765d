import { registerTexts } from '@comet/texts';
import { Banner, Headline, linkActionClasses, Row, Rows, Subhead, TextField } from '@comet/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useCompleteSignIn } from '../route-guard/index.ts';
import { useReferralCode } from '../refer-friend/index.ts';
import { AsideLayout, LegalSentence, SessionNote, useDocumentTitle } from '../shell/index.ts';
import { SocialButtons } from '../social/index.ts';
import { api, call } from '../../platform/data/api.ts';
import { emailAddress, Form, newPassword, required, useForm } from '../../platform/form/index.ts';

export default function RegisterScreen() {
  useDocumentTitle(registerTexts.screen);
  const { redirect, session, ref } = useSearch({ from: '/register' });
  const invited = useReferralCode(ref);
  const completeSignIn = useCompleteSignIn();
  return (
    <AsideLayout home="/" aside={<StoredDataSummary />}>
      <div className="mt-14 flex w-full max-w-105 flex-col gap-7 lg:mt-12">
        <Headline explanation={registerTexts.explanation}>{registerTexts.headline}</Headline>
        {invited && <Banner tone="note">{registerTexts.invited}</Banner>}
        <SessionNote session={session} />
        <RegisterForm onToken={(token) => completeSignIn(token, redirect)} />
        <SocialButtons redirect={redirect} />
        <p className="m-0 text-small text-quiet">
          <LegalSentence>{registerTexts.legal}</LegalSentence>
        </p>
        <p className="m-0 flex flex-wrap gap-x-3 text-quiet">
          {registerTexts.haveAccount}
          <Link
            to="/login/"
            search={redirect === undefined ? {} : { redirect }}
            className={linkActionClasses}
          >
            {registerTexts.signIn}
          </Link>
        </p>
      </div>
    </AsideLayout>
  );
}

function StoredDataSummary() {
  return (
    <div className="flex flex-col gap-5">
      <Subhead>{registerTexts.asideHeadline}</Subhead>
      <Rows>
        <Row term={registerTexts.keptEmailTerm}>{registerTexts.keptEmail}</Row>
        <Row term={registerTexts.keptPasswordTerm}>{registerTexts.keptPassword}</Row>
        <Row term={registerTexts.keptTrafficTerm}>{registerTexts.keptTraffic}</Row>
      </Rows>
    </div>
  );
}

interface RegisterFormProps {
  /** Resolves after the sign-in. */
  readonly onToken: (accessToken: string) => Promise<void>;
}

/** Registration with email and password. */
function RegisterForm({ onToken }: RegisterFormProps) {
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
