import type { ReplyOf } from '@comet/contract';
import { twoFactorTexts as texts } from '@comet/texts';
import { Button, LinkAction, linkActionClasses } from '@comet/ui';
import { api, call } from '../../platform/data/api.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { QrCode } from '@comet/ui/qr-code';
import { CodeField } from './second-factor-field.tsx';
import { SetUpSteps } from './set-up-steps.tsx';
import { useCopy } from '../../platform/screen/use-copy.ts';
import { useSecondFactor } from './use-second-factor.ts';

export type NewSecret = ReplyOf<typeof api.generateTwoFactor>;

interface ScanCodeProps {
  readonly secret: NewSecret;
  readonly onCodes: (codes: readonly string[]) => Promise<void>;
  readonly onStop: () => void;
}

/** Takes the secret into an app, and the app's first code back. */
export function ScanCode({ secret: { secret, otpauthUri }, onCodes, onStop }: ScanCodeProps) {
  const copy = useCopy();
  const form = useSecondFactor(async (factor) => {
    if (!('code' in factor)) return;
    const { recoveryCodes } = await call(api.enableTwoFactor, { body: factor });
    await onCodes(recoveryCodes);
  });
  return (
    <SettingsSubPage title={texts.scanHeadline} explanation={texts.scanExplanation}>
      <SetUpSteps current={0} />
      <div className="flex flex-col gap-x-12 gap-y-8 lg:flex-row">
        <QrCode label={texts.qrCode} text={otpauthUri} />
        <div className="flex w-full max-w-105 min-w-0 flex-col gap-7">
          <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
            <CodeField value={form.value} error={form.error} enter={form.enter} />
            <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
              <Button type="submit" disabled={!form.complete} busy={form.busy}>
                {texts.check}
              </Button>
              <LinkAction onClick={onStop}>{texts.stop}</LinkAction>
            </div>
          </form>
          <div className="flex flex-col items-start gap-2 border-t border-line pt-5">
            <p className="m-0 text-small text-quiet">{texts.byHand}</p>
            <code className="font-mono wrap-anywhere">{inGroups(secret)}</code>
            <div className="flex flex-wrap gap-x-7 gap-y-3">
              <LinkAction onClick={() => void copy(secret, texts.keyCopied)}>{texts.copyKey}</LinkAction>
              {/* A phone cannot scan its own screen. */}
              <a href={otpauthUri} className={`${linkActionClasses} hidden pointer-coarse:inline-block`}>
                {texts.openInApp}
              </a>
            </div>
          </div>
        </div>
      </div>
    </SettingsSubPage>
  );
}

/** Four letters at a time can be read and typed. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
