import { changeEmailTexts as texts, formatText, newPasswordTexts } from '@comet/texts';
import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery, FactorField, factorIn, SignInAgain, useProof } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { PendingChange, pendingChangeQuery } from './pending-change.tsx';
import { LinkAction, TextField } from '@comet/ui';
import { OutcomeMessage } from '../shell/index.ts';
import { api, call } from '../../platform/data/api.ts';
import { emailAddress, Form, required, useForm } from '../../platform/form/index.ts';

export default function ChangeEmailScreen() {
  const { email, hasPassword } = useSuspenseQuery(userQuery).data;
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <ChangeMailSent email={sentTo} onOtherAddress={() => setSentTo(null)} />;
  return (
    <SettingsSubPage title={texts.title} explanation={formatText(texts.explanation, { email })}>
      <PendingChange />
      <ChangeEmailForm hasPassword={hasPassword} onSent={setSentTo} />
    </SettingsSubPage>
  );
}

interface ChangeMailSentProps {
  readonly email: string;
  readonly onOtherAddress: () => void;
}

/** The same text whether or not the address has an account: only the mail to the address differs. */
function ChangeMailSent({ email, onOtherAddress }: ChangeMailSentProps) {
  return (
    <OutcomeMessage>
      <SettingsSubPage title={texts.sentHeadline} explanation={formatText(texts.sent, { email })}>
        <div>
          <LinkAction onClick={onOtherAddress}>{texts.otherAddress}</LinkAction>
        </div>
      </SettingsSubPage>
    </OutcomeMessage>
  );
}

interface ChangeEmailFormProps {
  /** Whether the account has a password, which the form then requires. */
  readonly hasPassword: boolean;
  readonly onSent: (email: string) => void;
}

function ChangeEmailForm({ hasPassword, onSent }: ChangeEmailFormProps) {
  const proof = useProof();
  const queryClient = useQueryClient();
  const form = useForm({
    fields: { email: '', currentPassword: '', factor: '' },
    checks: {
      email: [required, emailAddress],
      ...(hasPassword ? { currentPassword: [required] } : {}),
      ...proof.checks,
    },
    codes: { current_password_wrong: 'currentPassword', ...proof.codes },
    onSubmit: async ({ email, currentPassword, factor }) => {
      const given = { ...(hasPassword ? { currentPassword } : {}), ...factorIn(factor) };
      const sent = await proof.attempt(() => call(api.requestEmailChange, { body: { email, ...given } }));
      if (sent === null) return;
      await queryClient.invalidateQueries(pendingChangeQuery);
      onSent(email.trim());
    },
  });
  return (
    <div className="flex max-w-105 flex-col gap-7">
      {proof.isStale && <SignInAgain />}
      <Form state={form} submit={texts.submit}>
        <TextField
          label={texts.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
        {hasPassword && (
          <TextField
            label={newPasswordTexts.current}
            type="password"
            autoComplete="current-password"
            {...form.field('currentPassword')}
          />
        )}
        {proof.asksFactor && <FactorField field={form.field} />}
      </Form>
    </div>
  );
}
