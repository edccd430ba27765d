import { failureText, signOutTexts } from '@comet/texts/desktop';
import type { ParamsOf, Snapshot } from '@comet/tunnel-protocol';
import { Button, FieldError, Dialog } from '@comet/ui';
import { useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useNavigation } from '../navigation/index.ts';

/** Signing out, after asking what becomes of the connection. */
export function SignOut({ snapshot }: { readonly snapshot: Snapshot }) {
  const daemon = useDaemon();
  const { home } = useNavigation();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { explanation, choices } = signOutQuestion(snapshot);

  async function signOut(traffic: ParamsOf<'logout'>['traffic']): Promise<void> {
    setBusy(true);
    setFailure(null);
    const done = await daemon.ask('logout', traffic === undefined ? {} : { traffic });
    setBusy(false);
    // The next sign-in starts on the home screen.
    if (done.ok) home();
    else setFailure(failureText(done.error.error, done.error.detail));
  }

  return (
    <>
      <div>
        <Button weight="secondary" onClick={() => setAsking(true)}>
          {signOutTexts.signOut}
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={signOutTexts.title}
        explanation={explanation}
        actions={
          <div className="flex w-full flex-col gap-3">
            <FieldError>{failure}</FieldError>
            {choices.map(({ label, traffic }, place) => (
              <Button
                key={label}
                wide
                weight={place === 0 ? 'primary' : 'secondary'}
                busy={busy}
                onClick={() => void signOut(traffic)}
              >
                {label}
              </Button>
            ))}
            <Button wide weight="secondary" onClick={() => setAsking(false)}>
              {signOutTexts.cancel}
            </Button>
          </div>
        }
      />
    </>
  );
}

interface SignOutQuestion {
  readonly explanation: string;
  /** The ways out, the safest first. */
  readonly choices: readonly { readonly label: string; readonly traffic: ParamsOf<'logout'>['traffic'] }[];
}

/** What is asked before a sign-out: what becomes of the connection, wherever that is open. */
export function signOutQuestion({
  tunnel,
  settings,
}: Pick<Snapshot, 'tunnel' | 'settings'>): SignOutQuestion {
  const plain = [{ label: signOutTexts.signOut, traffic: undefined }];
  if (settings.lockdown) return { explanation: signOutTexts.lockedDown, choices: plain };
  if (tunnel.state === 'disconnected') return { explanation: signOutTexts.plain, choices: plain };
  const open = { label: signOutTexts.open, traffic: 'open' } as const;
  // Lockdown is refused where most traffic goes past the tunnel on purpose.
  if (settings.splitTunnel.mode === 'include') return { explanation: signOutTexts.include, choices: [open] };
  return {
    explanation: signOutTexts.choose,
    choices: [{ label: signOutTexts.held, traffic: 'held' }, open],
  };
}
