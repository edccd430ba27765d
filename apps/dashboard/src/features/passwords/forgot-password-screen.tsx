import { forgotPasswordTexts as texts } from '@comet/texts';
import { Row, Rows, Subhead } from '@comet/ui';
import { useState } from 'react';
import { AsideLayout, useDocumentTitle } from '../shell/index.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { ResetMailSent } from './reset-mail-sent.tsx';

/** Asks for a link to a new password. What it says afterwards is the same for every address. */
export default function ForgotPasswordScreen() {
  useDocumentTitle(texts.screen);
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AsideLayout home="/" aside={<WhatHappens />}>
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

function WhatHappens() {
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
