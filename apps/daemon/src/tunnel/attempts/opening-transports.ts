import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { Gateway } from '../../model/gateway.ts';
import type { RunningTransport } from '../../model/session.ts';
import type { OuterTransports } from '../../platform/obfuscation/outer-transports.ts';

interface OpenParts {
  readonly outerTransports: OuterTransports;
  readonly log: Log;
}

/** A gateway's other transports, which are opened at the same time. */
export interface OpeningTransports {
  /** Returns one that is connected and was not returned before, in the gateway's order; null if there is none now. */
  take(): RunningTransport | null;
  /** Aborted when `take` returns one. */
  ready(): AbortSignal;
  /** Resolves with the first that is connected; null if none is. */
  first(): Promise<RunningTransport | null>;
  /** Ends the attempts that are not connected yet. */
  close(): void;
}

/** Opens the gateway's other transports for a session of our `publicKey`, once `permitted` has resolved. */
export function openTransports(
  { outerTransports, log }: OpenParts,
  { address, serverName, wireguardPublicKey: serverPublicKey, wireguardTransports }: Gateway,
  publicKey: string,
  permitted: Promise<unknown>,
  signal: AbortSignal,
): OpeningTransports {
  const closing = new AbortController();
  const end = AbortSignal.any([signal, closing.signal]);
  const open = new Map<number, RunningTransport>();
  let arrival = new AbortController();

  async function openOne(index: number, server: Parameters<OuterTransports['open']>[0]) {
    await permitted;
    try {
      const running = await outerTransports.open(server, end);
      open.set(index, running);
      arrival.abort();
      return running;
    } catch (error) {
      if (!end.aborted)
        log.info({ ...server.offer, reason: reasonOf(error) }, 'A transport could not be opened');
      throw error;
    }
  }

  const all = wireguardTransports.map((offer, index) =>
    openOne(index, { address, serverName, serverPublicKey, publicKey, offer }),
  );
  const first = Promise.any(all).catch(() => null);
  return {
    take() {
      const [next] = [...open].toSorted(([one], [other]) => one - other);
      if (next === undefined) return null;
      const [index, running] = next;
      open.delete(index);
      if (open.size === 0) arrival = new AbortController();
      return running;
    },
    ready: () => arrival.signal,
    first: () => first,
    close: () => closing.abort(),
  };
}
