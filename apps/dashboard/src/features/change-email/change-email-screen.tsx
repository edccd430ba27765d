import { changeEmailTexts as texts, say } from '@comet/texts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangeMailSent } from './change-mail-sent.tsx';
import { PendingChange } from './pending-change.tsx';

export default function ChangeEmailScreen() {
  const { email, hasPassword } = useSuspenseQuery(userQuery).data;
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <ChangeMailSent email={sentTo} onOtherAddress={() => setSentTo(null)} />;
  return (
    <SettingsSubPage title={texts.title} explanation={say(texts.explanation, { email })}>
      <PendingChange />
      <ChangeEmailForm hasPassword={hasPassword} onSent={setSentTo} />
    </SettingsSubPage>
  );
}
