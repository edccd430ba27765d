import { signOutTexts } from '@comet/texts/desktop';
import type { ParamsOf, Snapshot } from '@comet/tunnel-protocol';

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
