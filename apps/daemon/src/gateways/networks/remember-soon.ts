import type { Transport } from '@comet/tunnel-protocol';
import type { KnownNetworks } from './known-networks.ts';

/** Milliseconds after which a transport that worked is saved: connecting has priority. */
const courtesy = 250;

export interface RememberSoon {
  /** Remembers a way that got through, a little later. */
  remember(transport: Transport): void;
  /** Remembers what is still to be remembered: the next connect may be asked for at once, or from another network. */
  now(): void;
}

export function rememberSoon(
  known: Pick<KnownNetworks, 'remember'>,
  after: (milliseconds: number, callback: () => void) => () => void,
): RememberSoon {
  let due: { readonly way: Transport; readonly forget: () => void } | null = null;

  function now(): void {
    if (due === null) return;
    const { way: transport, forget } = due;
    due = null;
    forget();
    void known.remember(transport);
  }

  return {
    remember(transport) {
      now();
      due = { way: transport, forget: after(courtesy, now) };
    },
    now,
  };
}
