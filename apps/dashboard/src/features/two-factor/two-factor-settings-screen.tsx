import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Activating } from './activating.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type NewSecret, ScanCode } from './scan-code.tsx';
import { TwoFactorOff } from './two-factor-off.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import { twoFactorQuery } from './two-factor.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

/** What this screen holds that the server does not tell again: a secret on its way into an app, and codes that are shown once. */
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
    // The codes stay until the person has kept them, whatever else happens meanwhile.
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
