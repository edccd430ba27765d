import { failureText, signOutTexts } from '@comet/texts/desktop';
import type { ParamsOf, Snapshot } from '@comet/tunnel-protocol';
import { Button, Complaint, Dialog } from '@comet/ui';
import { useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useNavigation } from '../navigation/index.ts';
import { signOutQuestion } from './sign-out-question.ts';

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
    // Whoever signs in next begins at home.
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
            <Complaint>{failure}</Complaint>
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
