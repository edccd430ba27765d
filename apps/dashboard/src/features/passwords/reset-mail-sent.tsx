import { errorText, forgotPasswordTexts as texts, say } from '@comet/texts';
import { Headline, LinkAction, linkActionClasses, useNotify } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { api, call } from '../../platform/api.ts';
import { useTask } from '../../platform/use-task.ts';
import { Outcome } from '../shell/index.ts';

interface ResetMailSentProps {
  readonly email: string;
  readonly onOtherAddress: () => void;
}

export function ResetMailSent({ email, onOtherAddress }: ResetMailSentProps) {
  const notify = useNotify();
  const again = useTask(() =>
    call(api.requestPasswordReset, { body: { email } }).then(
      () => notify(texts.sentAgain, { id: 'reset' }),
      (error: unknown) => notify(errorText(error).text, { id: 'reset', tone: 'danger' }),
    ),
  );
  return (
    <Outcome>
      <Headline explanation={say(texts.sent, { email })}>{texts.sentHeadline}</Headline>
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
    </Outcome>
  );
}
