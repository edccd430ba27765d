import { confirmIdentityTexts as texts, errorText, say } from '@comet/texts';
import { Headline, LinkAction, useNotify } from '@comet/ui';
import { useMutation } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';

interface MailedProps {
  readonly token: string;
  readonly email: string;
  /** The address was mistyped; absent where the provider named it. */
  readonly onOther?: (() => void) | undefined;
}

/** The link is on its way; the rest happens in the mailbox. */
export function Mailed({ token, email, onOther }: MailedProps) {
  const notify = useNotify();
  const again = useMutation({
    mutationFn: () => call(api.requestSocialMail, { body: { token, email } }),
    onSuccess: () => notify(say(texts.mailedAgain, { email }), { id: 'social-mail' }),
    onError: (error) => notify(errorText(error).text, { id: 'social-mail', tone: 'danger' }),
  });
  return (
    <>
      <Headline explanation={say(texts.mailed, { email })}>{texts.mailedHeadline}</Headline>
      <div className="flex flex-wrap gap-x-7 gap-y-4">
        <LinkAction disabled={again.isPending} onClick={() => again.mutate()}>
          {texts.mailAgain}
        </LinkAction>
        {onOther !== undefined && <LinkAction onClick={onOther}>{texts.otherAddress}</LinkAction>}
      </div>
    </>
  );
}
