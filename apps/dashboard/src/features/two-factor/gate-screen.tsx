import { secondFactorTexts, twoFactorGateTexts as texts } from '@comet/texts';
import { Button, Headline, LinkAction, Subhead, SwitchField } from '@comet/ui';
import { useLocation } from '@tanstack/react-router';
import { api, call } from '../../platform/data/api.ts';
import { logOut } from '../account/index.ts';
import { useCompleteSignIn } from '../route-guard/index.ts';
import { PasskeySecondFactor } from '../passkeys/index.ts';
import { AsideLayout, useDocumentTitle } from '../shell/index.ts';
import { SecondFactorField } from './second-factor-field.tsx';
import { useSecondFactor } from './use-second-factor.ts';

/** Requires the second factor of a sign-in. It is shown at the requested address, which follows after success. */
export default function GateScreen() {
  useDocumentTitle(texts.screen);
  const { href } = useLocation();
  const completeSignIn = useCompleteSignIn();
  const onToken = (accessToken: string) => completeSignIn(accessToken, href);
  const form = useSecondFactor(async (factor, remember) => {
    await onToken((await call(api.verifyTwoFactor, { body: { remember, ...factor } })).accessToken);
  });
  const byCode = form.mode === 'code';
  return (
    <AsideLayout home="/" aside={<OtherMethod byCode={byCode} onSwitch={form.switchMode} />}>
      <div className="mt-14 flex w-full max-w-105 flex-col gap-7 lg:mt-12">
        <Headline explanation={byCode ? texts.explanation : texts.recoveryExplanation}>
          {byCode ? texts.headline : texts.recoveryHeadline}
        </Headline>
        <form
          noValidate
          aria-busy={form.busy || undefined}
          className="flex flex-col gap-5"
          onSubmit={form.submit}
        >
          <SecondFactorField {...form} />
          <SwitchField
            label={texts.remember}
            hint={texts.rememberHint}
            checked={form.remember}
            onChange={form.setRemember}
          />
          <div className="flex flex-col gap-3 pt-1">
            <Button type="submit" wide disabled={!form.complete} busy={form.busy}>
              {texts.submit}
            </Button>
            <PasskeySecondFactor remember={form.remember} onToken={onToken} />
            <Button weight="secondary" wide onClick={() => void logOut()}>
              {texts.logOut}
            </Button>
          </div>
        </form>
      </div>
    </AsideLayout>
  );
}

function OtherMethod({ byCode, onSwitch }: { readonly byCode: boolean; readonly onSwitch: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <Subhead>{byCode ? texts.asideHeadline : texts.recoveryAsideHeadline}</Subhead>
      <p className="m-0 text-quiet">{byCode ? texts.asideExplanation : texts.recoveryAsideExplanation}</p>
      <LinkAction onClick={onSwitch}>
        {byCode ? secondFactorTexts.useRecoveryCode : secondFactorTexts.useCode}
      </LinkAction>
    </div>
  );
}
