import { changeEmailTexts as texts, say } from '@comet/texts';
import { LinkAction } from '@comet/ui';
import { Outcome } from '../shell/index.ts';
import { SettingsSubPage } from '../settings/index.ts';

interface ChangeMailSentProps {
  readonly email: string;
  readonly onOtherAddress: () => void;
}

/** What it says is the same whether or not the address has an account: the mailbox is told. */
export function ChangeMailSent({ email, onOtherAddress }: ChangeMailSentProps) {
  return (
    <Outcome>
      <SettingsSubPage title={texts.sentHeadline} explanation={say(texts.sent, { email })}>
        <div>
          <LinkAction onClick={onOtherAddress}>{texts.otherAddress}</LinkAction>
        </div>
      </SettingsSubPage>
    </Outcome>
  );
}
