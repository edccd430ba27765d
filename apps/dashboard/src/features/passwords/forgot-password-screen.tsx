import { forgotPasswordTexts as texts, errorText, formatText } from '@comet/texts';
import { Row, Rows, Subhead, Headline, LinkAction, linkActionClasses, useNotify, TextField } from '@comet/ui';
import { useState } from 'react';
import { AsideLayout, useDocumentTitle, OutcomeMessage } from '../shell/index.ts';
import { Link } from '@tanstack/react-router';
import { api, call } from '../../platform/data/api.ts';
import { useTask } from '../../platform/data/use-task.ts';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';

/** Requests a link to set a new password. The result is the same for every address. */
export default function ForgotPasswordScreen() {
  useDocumentTitle(texts.screen);
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AsideLayout home="/" aside={<ResetExplanation />}>
      <div className="mt-14 flex w-full max-w-105 flex-col gap-7 lg:mt-12">
        {sentTo === null ? (
          <ForgotPasswordForm onSent={setSentTo} />
        ) : (
          <ResetMailSent email={sentTo} onOtherAddress={() => setSentTo(null)} />
        )}
      </div>
    </AsideLayout>
  );
}

function ResetExplanation() {
  return (
    <div className="flex flex-col gap-5">
      <Subhead>{texts.asideHeadline}</Subhead>
      <Rows>
        <Row term={texts.linkTerm}>{texts.link}</Row>
        <Row term={texts.sessionsTerm}>{texts.sessions}</Row>
        <Row term={texts.twoFactorTerm}>{texts.twoFactor}</Row>
      </Rows>
    </div>
  );
}

interface ResetMailSentProps {
  readonly email: string;
  readonly onOtherAddress: () => void;
}

function ResetMailSent({ email, onOtherAddress }: ResetMailSentProps) {
  const notify = useNotify();
  const again = useTask(() =>
    call(api.requestPasswordReset, { body: { email } }).then(
      () => notify(texts.sentAgain, { id: 'reset' }),
      (error: unknown) => notify(errorText(error).text, { id: 'reset', tone: 'danger' }),
    ),
  );
  return (
    <OutcomeMessage>
      <Headline explanation={formatText(texts.sent, { email })}>{texts.sentHeadline}</Headline>
      <p className="m-0 text-quiet">{texts.nothingCame}</p>
      <div className="flex flex-wrap gap-x-7 gap-y-4">
        <LinkAction disabled={again.busy} onClick={again.run}>
          {texts.sendAgain}
        </LinkAction>
        <LinkAction onClick={onOtherAddress}>{texts.otherAddress}</LinkAction>
        <Link to="/login/" className={linkActionClasses}>
          {texts.signIn}
        </Link>
      </div>
    </OutcomeMessage>
  );
}

interface ForgotPasswordFormProps {
  /** The API accepted the request, which does not reveal whether the address has an account. */
  readonly onSent: (email: string) => void;
}

function ForgotPasswordForm({ onSent }: ForgotPasswordFormProps) {
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
