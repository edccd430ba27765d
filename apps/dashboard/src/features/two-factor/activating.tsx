import { errorText, say, twoFactorTexts as texts } from '@comet/texts';
import { LinkAction, useNotify } from '@comet/ui';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';
import { userQuery } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import type { NewSecret } from './scan-code.tsx';
import { SetUpSteps } from './set-up-steps.tsx';
import { useGenerate } from './use-generate.ts';

/** The app is set up; the link in the mail turns it on. */
export function Activating({ onAnew }: { readonly onAnew: (secret: NewSecret) => void }) {
  const { email } = useSuspenseQuery(userQuery).data;
  const notify = useNotify();
  const generate = useGenerate(onAnew);
  const resend = useMutation({
    mutationFn: () => call(api.resendTwoFactor, {}),
    onSuccess: () => notify(say(texts.resent, { email }), { id: 'two-factor' }),
    onError: (error) => notify(errorText(error).text, { id: 'two-factor', tone: 'danger' }),
  });
  return (
    <SettingsSubPage title={texts.activateHeadline} explanation={say(texts.activateExplanation, { email })}>
      <SetUpSteps current={2} />
      <div className="flex flex-wrap gap-x-7 gap-y-4">
        <LinkAction disabled={resend.isPending} onClick={() => resend.mutate()}>
          {texts.resend}
        </LinkAction>
        <LinkAction disabled={generate.isPending} onClick={() => generate.mutate()}>
          {texts.beginAnew}
        </LinkAction>
      </div>
    </SettingsSubPage>
  );
}
