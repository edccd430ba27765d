import type { WorkedTransport } from '../attempts/transport-order.ts';
import type { KnownNetworks } from './known-networks.ts';

/** Delay in ms before a working transport is saved: connecting has priority. */
const saveDelay = 250;

interface DeferredTransportSave {
  /** Stores a working transport, after a delay. */
  remember(transport: WorkedTransport): void;
  /** Stores pending transports at once: the next connect may follow immediately, or on another network. */
  now(): void;
}

/** Creates a saver that writes a working transport 250 ms after it was reported. */
export function deferTransportSave(
  known: Pick<KnownNetworks, 'remember'>,
  after: (milliseconds: number, callback: () => void) => () => void,
): DeferredTransportSave {
  let due: { readonly transport: WorkedTransport; readonly forget: () => void } | null = null;

  function now(): void {
    if (due === null) return;
    const { transport, forget } = due;
    due = null;
    forget();
    void known.remember(transport);
  }

  return {
    remember(transport) {
      now();
      due = { transport, forget: after(saveDelay, now) };
    },
    now,
  };
}
