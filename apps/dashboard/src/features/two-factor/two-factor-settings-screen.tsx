import { twoFactorTexts as texts, unverifiedTexts, errorText, formatText } from '@comet/texts';
import { Banner, Button, LinkAction, useNotify } from '@comet/ui';
import { useQueryClient, useSuspenseQuery, useMutation } from '@tanstack/react-query';
import { useRef, useState, type RefObject, useEffect } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { ResendVerification, userQuery } from '../account/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type NewSecret, ScanCode } from './scan-code.tsx';
import { SetUpSteps } from './set-up-steps.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import { twoFactorQuery } from './two-factor.ts';

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
    onSuccess: () => notify(formatText(texts.resent, { email }), { id: 'two-factor' }),
    onError: (error) => notify(errorText(error).text, { id: 'two-factor', tone: 'danger' }),
  });
  return (
    <SettingsSubPage
      title={texts.activateHeadline}
      explanation={formatText(texts.activateExplanation, { email })}
    >
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
