import type { ReplyOf } from '@comet/contract';
import { twoFactorTexts as texts, unverifiedTexts, errorText, say } from '@comet/texts';
import { Banner, Button, LinkAction, useNotify, linkActionClasses } from '@comet/ui';
import { QrCode } from '@comet/ui/qr-code';
import { useQueryClient, useSuspenseQuery, useMutation } from '@tanstack/react-query';
import { useRef, useState, type RefObject, useEffect } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { useCopy } from '../../platform/screen/use-copy.ts';
import { ResendVerification, userQuery } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { CodeField } from './second-factor-field.tsx';
import { SetUpSteps } from './set-up-steps.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import { twoFactorQuery } from './two-factor.ts';
import { useSecondFactor } from './use-second-factor.ts';

type NewSecret = ReplyOf<typeof api.generateTwoFactor>;

interface ScanCodeProps {
  readonly secret: NewSecret;
  readonly onCodes: (codes: readonly string[]) => Promise<void>;
  readonly onStop: () => void;
}

/** Shows the secret for an authenticator app, and verifies the app's first code. */
function ScanCode({ secret: { secret, otpauthUri }, onCodes, onStop }: ScanCodeProps) {
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

/** Groups of four letters are easier to read and type. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** Data that the server returns only once: a new secret, and recovery codes. */
type Held =
  | { readonly kind: 'secret'; readonly secret: NewSecret }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

export default function TwoFactorSettingsScreen() {
  const queryClient = useQueryClient();
  const { state, enabledAt, recoveryCodesLeft } = useSuspenseQuery(twoFactorQuery).data;
  const [held, setHeld] = useState<Held | null>(null);
  const hold = async (next: Held) => {
    setHeld(next);
    await queryClient.invalidateQueries(twoFactorQuery);
  };
  const onSecret = (secret: NewSecret) => setHeld({ kind: 'secret', secret });
  const onCodes = (codes: readonly string[]) => hold({ kind: 'codes', codes });
  const letGo = () => setHeld(null);

  const place = useRef<HTMLDivElement>(null);
  useHeadingFocus(place, held?.kind ?? state);
  return <div ref={place}>{content()}</div>;

  function content() {
    // The codes stay until they are confirmed as saved, whatever else changes.
    if (held?.kind === 'codes') {
      return <RecoveryCodes codes={held.codes} settingUp={state !== 'on'} onKept={letGo} />;
    }
    if (enabledAt !== null) {
      return <TwoFactorOn since={enabledAt} codesLeft={recoveryCodesLeft} onCodes={onCodes} />;
    }
    if (held !== null) return <ScanCode secret={held.secret} onCodes={onCodes} onStop={letGo} />;
    return state === 'activating' ? <Activating onAnew={onSecret} /> : <TwoFactorOff onBegun={onSecret} />;
  }
}

/**
 * Moves the focus to the heading of the view in `place` when the view changes, so that it is read out and Tab continues from it.
 * Only if nothing has the focus: neither an element elsewhere on the page nor a field of the new view.
 */
function useHeadingFocus(place: RefObject<HTMLElement | null>, view: string): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    // The focused element was unmounted with the previous view.
    if (document.activeElement === document.body) place.current?.querySelector('h1')?.focus();
  }, [place, view]);
}

function TwoFactorOff({ onBegun }: { readonly onBegun: (secret: NewSecret) => void }) {
  const { email, emailVerified } = useSuspenseQuery(userQuery).data;
  const generate = useGenerate(onBegun);
  return (
    <SettingsSubPage title={texts.offHeadline} explanation={texts.offExplanation}>
      {emailVerified ? (
        <div className="flex flex-col items-start gap-6">
          <p className="m-0 max-w-[36rem]">{texts.offNeeds}</p>
          <Button busy={generate.isPending} onClick={() => generate.mutate()}>
            {texts.begin}
          </Button>
        </div>
      ) : (
        <Banner tone="warn" action={<ResendVerification email={email} />}>
          {unverifiedTexts.first}
        </Banner>
      )}
    </SettingsSubPage>
  );
}

/** The app is set up; the link in the mail activates two-factor. */
function Activating({ onAnew }: { readonly onAnew: (secret: NewSecret) => void }) {
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

/** Starts a set-up, and replaces an unfinished one. */
function useGenerate(onBegun: (secret: NewSecret) => void) {
  const notify = useNotify();
  return useMutation({
    mutationFn: () => call(api.generateTwoFactor, {}),
    onSuccess: onBegun,
    onError: (error) => notify(errorText(error).text, { id: 'two-factor', tone: 'danger' }),
  });
}
