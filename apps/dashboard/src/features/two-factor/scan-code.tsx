import type { ReplyOf } from '@comet/contract';
import { twoFactorTexts as texts, errorText, proofTexts } from '@comet/texts';
import { Button, LinkAction, TextField, linkActionClasses } from '@comet/ui';
import { QrCode } from '@comet/ui/qr-code';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, api, call } from '../../platform/data/api.ts';
import { useCopy } from '../../platform/screen/use-copy.ts';
import { SignInAgain, useProof, userQuery } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { CodeField, useFocusAfterRefusal } from './second-factor-field.tsx';
import { SetUpSteps } from './set-up-steps.tsx';
import { useSecondFactor } from './use-second-factor.ts';

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
  const password = usePassword();
  const form = useSecondFactor(async (factor) => {
    if (!('code' in factor)) return;
    const body = { ...factor, ...(hasPassword ? { password: password.value } : {}) };
    const enabled = await password.attempt(() => proof.attempt(() => call(api.enableTwoFactor, { body })));
    if (enabled !== null) await onCodes(enabled.recoveryCodes);
  });
  return (
    <SettingsSubPage title={texts.scanHeadline} explanation={texts.scanExplanation}>
      <SetUpSteps current={0} />
      <div className="flex flex-col gap-x-12 gap-y-8 lg:flex-row">
        <QrCode label={texts.qrCode} text={otpauthUri} />
        <div className="flex w-full max-w-105 min-w-0 flex-col gap-7">
          <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
            {proof.isStale && <SignInAgain />}
            <CodeField value={form.value} error={form.error} enter={form.enter} />
            {hasPassword && (
              <PasswordField value={password.value} error={password.error} enter={password.enter} />
            )}
            <div className="flex flex-wrap items-center gap-x-7 gap-y-4 pt-2">
              <Button
                type="submit"
                disabled={!form.complete || (hasPassword && password.value === '')}
                busy={form.busy}
              >
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

/** The password besides the code. A wrong one leaves the code as it is. */
function usePassword() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  return {
    value,
    error,
    enter(next: string) {
      setValue(next);
      setError(null);
    },
    /** Runs the request. Returns null if the password was wrong. */
    async attempt<Done>(work: () => Promise<Done>): Promise<Done | null> {
      try {
        return await work();
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.is('current_password_wrong'))) throw failure;
        setError(errorText(failure).text);
        return null;
      }
    },
  };
}

function PasswordField({ value, error, enter }: Omit<ReturnType<typeof usePassword>, 'attempt'>) {
  const field = useRef<HTMLInputElement>(null);
  useFocusAfterRefusal(field, error);
  return (
    <TextField
      ref={field}
      label={proofTexts.password}
      type="password"
      autoComplete="current-password"
      value={value}
      error={error ?? undefined}
      onChange={(event) => enter(event.target.value)}
    />
  );
}

/** Groups of four letters are easier to read and type. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
