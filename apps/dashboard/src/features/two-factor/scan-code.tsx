import type { ReplyOf } from '@comet/contract';
import { twoFactorTexts as texts, proofTexts } from '@comet/texts';
import { Banner, Button, LinkAction, TextField, linkActionClasses } from '@comet/ui';
import { QrCode } from '@comet/ui/qr-code';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api, call } from '../../platform/data/api.ts';
import { required, useForm } from '../../platform/form/index.ts';
import { useCopy } from '../../platform/screen/use-copy.ts';
import { SignInAgain, useProof, userQuery } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { CodeField } from './second-factor-field.tsx';
import { SetUpSteps } from './set-up-steps.tsx';
import { useFactorInput } from './use-second-factor.ts';

export type NewSecret = ReplyOf<typeof api.generateTwoFactor>;

interface ScanCodeProps {
  readonly secret: NewSecret;
  readonly onCodes: (codes: readonly string[]) => Promise<void>;
  readonly onStop: () => void;
}

/** Shows the secret for an authenticator app, and verifies the app's first code and the account's password. */
export function ScanCode({ secret: { secret, otpauthUri }, onCodes, onStop }: ScanCodeProps) {
  const copy = useCopy();
  const { hasPassword } = useSuspenseQuery(userQuery).data;
  const proof = useProof();
  const code = useFactorInput();
  const form = useForm({
    fields: { password: '' },
    checks: hasPassword ? { password: [required] } : {},
    codes: { current_password_wrong: 'password' },
    onSubmit: async ({ password }) => {
      const enabled = await code.verify(async (factor) => {
        if (!('code' in factor)) return null;
        const body = { ...factor, ...(hasPassword ? { password } : {}) };
        return proof.attempt(() => call(api.enableTwoFactor, { body }));
      }, 'current_password_wrong');
      if (enabled !== null) await onCodes(enabled.recoveryCodes);
    },
  });
  return (
    <SettingsSubPage title={texts.scanHeadline} explanation={texts.scanExplanation}>
      <SetUpSteps current={0} />
      <div className="flex flex-col gap-x-12 gap-y-8 lg:flex-row">
        <QrCode label={texts.qrCode} text={otpauthUri} />
        <div className="flex w-full max-w-105 min-w-0 flex-col gap-7">
          <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
            {proof.isStale && <SignInAgain />}
            <CodeField value={code.value} error={code.error} enter={code.enter} />
            {form.failure !== null && (
              <Banner tone="danger" urgent title={form.failure.title ?? undefined}>
                {form.failure.text}
              </Banner>
            )}
            {hasPassword && (
              <TextField
                label={proofTexts.password}
                type="password"
                autoComplete="current-password"
                {...form.field('password')}
              />
            )}
            <div className="flex flex-wrap items-center gap-x-7 gap-y-4 pt-2">
              <Button type="submit" disabled={!code.complete} busy={form.busy}>
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

/** Groups of four letters are easier to read and type. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
