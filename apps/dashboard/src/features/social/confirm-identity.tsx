import type { ReplyOf } from '@comet/contract';
import { confirmIdentityTexts as texts, providerNames, formatText, errorText } from '@comet/texts';
import { Headline, TextField, LinkAction, useNotify } from '@comet/ui';
import { useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import type { SocialSignIn } from './signed-in.tsx';
import { useMutation } from '@tanstack/react-query';

export type Confirmation = NonNullable<ReplyOf<typeof api.finishSocialSignIn>['confirmation']>;

interface ConfirmIdentityProps {
  readonly confirmation: Confirmation;
  readonly onSignedIn: (signIn: SocialSignIn) => void;
}

/**
 * Requests the missing proof: that the account is the user's, by password or by mail; or that the mailbox is.
 */
export function ConfirmIdentity({ confirmation, onSignedIn }: ConfirmIdentityProps) {
  useDocumentTitle(texts.screen);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { token, provider, email, reason, byPassword } = confirmation;
  const name = providerNames[provider];
  if (mailedTo !== null) {
    const onOther = reason === 'email_missing' ? () => setMailedTo(null) : undefined;
    return <ConfirmationMailSent token={token} email={mailedTo} onOther={onOther} />;
  }
  if (reason === 'email_missing' || email === null) {
    return (
      <>
        <Headline explanation={formatText(texts.missing, { provider: name })}>
          {texts.missingHeadline}
        </Headline>
        <AddressForm token={token} onMailed={setMailedTo} />
      </>
    );
  }
  const exists = reason === 'account_exists';
  const explanation = formatText(exists ? texts.exists : texts.unverified, { email, provider: name });
  return (
    <>
      <Headline explanation={explanation}>
        {exists ? texts.existsHeadline : texts.unverifiedHeadline}
      </Headline>
      {byPassword && <PasswordForm token={token} email={email} onSignedIn={onSignedIn} />}
      <MailForm token={token} instead={byPassword} onMailed={() => setMailedTo(email)} />
    </>
  );
}

function PasswordForm({
  token,
  email,
  onSignedIn,
}: Pick<ConfirmIdentityProps, 'onSignedIn'> & { readonly token: string; readonly email: string }) {
  const form = useForm({
    fields: { password: '' },
    checks: { password: [required] },
    codes: { current_password_wrong: 'password' },
    onSubmit: async ({ password }) =>
      onSignedIn(await call(api.confirmSocialByPassword, { body: { token, password } })),
  });
  return (
    <div className="w-full max-w-105">
      <Form state={form} submit={texts.byPassword}>
        {/* The user name for password managers. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={texts.password}
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
      </Form>
    </div>
  );
}

/** Sends the link to the account's address. */
function MailForm({
  token,
  instead,
  onMailed,
}: {
  readonly token: string;
  readonly instead: boolean;
  readonly onMailed: () => void;
}) {
  const form = useForm({
    fields: {},
    onSubmit: async () => {
      await call(api.requestSocialMail, { body: { token } });
      onMailed();
    },
  });
  return (
    <div className="w-full max-w-105">
      <Form
        state={form}
        submit={instead ? texts.mailInstead : texts.mail}
        weight={instead ? 'secondary' : 'primary'}
      >
        {null}
      </Form>
    </div>
  );
}

/** A form for the email address, if the provider returned none. */
function AddressForm({
  token,
  onMailed,
}: {
  readonly token: string;
  readonly onMailed: (email: string) => void;
}) {
  const form = useForm({
    fields: { email: '' },
    checks: { email: [required, emailAddress] },
    onSubmit: async ({ email }) => {
      await call(api.requestSocialMail, { body: { token, email } });
      onMailed(email.trim());
    },
  });
  return (
    <div className="w-full max-w-105">
      <Form state={form} submit={texts.mail}>
        <TextField
          label={texts.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
      </Form>
    </div>
  );
}

interface ConfirmationMailSentProps {
  readonly token: string;
  readonly email: string;
  /** For a mistyped address; absent if the provider supplied the address. */
  readonly onOther?: (() => void) | undefined;
}

/** The confirmation link was sent; the user continues in the email. */
function ConfirmationMailSent({ token, email, onOther }: ConfirmationMailSentProps) {
  const notify = useNotify();
  const again = useMutation({
    mutationFn: () => call(api.requestSocialMail, { body: { token, email } }),
    onSuccess: () => notify(formatText(texts.mailedAgain, { email }), { id: 'social-mail' }),
    onError: (error) => notify(errorText(error).text, { id: 'social-mail', tone: 'danger' }),
  });
  return (
    <>
      <Headline explanation={formatText(texts.mailed, { email })}>{texts.mailedHeadline}</Headline>
      <div className="flex flex-wrap gap-x-7 gap-y-4">
        <LinkAction disabled={again.isPending} onClick={() => again.mutate()}>
          {texts.mailAgain}
        </LinkAction>
        {onOther !== undefined && <LinkAction onClick={onOther}>{texts.otherAddress}</LinkAction>}
      </div>
    </>
  );
}
