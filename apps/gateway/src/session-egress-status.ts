import { addressesOf, gatewayHost, hostAt, type EgressStatus } from '@comet/admission';
import { serveEgressStatus } from './features/egress-routes/index.ts';
import { rest } from './platform/clock/rest.ts';

/** Milliseconds after a start in which exits come back, before any session is told that it has none. */
const comingBack = 10_000;
/** Milliseconds in which the last word to a session passes its tunnel. */
const lastWord = 150;

/** What sessions are told of their ways, once exits had their time to come back. */
export interface SessionEgressStatus {
  /** The words for these hosts may be others now. */
  tell(hosts: readonly number[]): void;
  /** Tells sessions that are about to end that their way is gone, so that they look for another at once; resolves when they may have received. */
  dismiss(hosts: readonly number[]): Promise<void>;
  /** Answers until `signal`. */
  serve(signal: AbortSignal): Promise<void>;
}

export function sessionEgressStatus(parts: {
  wordFor(host: number): EgressStatus | null;
  onError(error: unknown): void;
}): SessionEgressStatus {
  let words: Awaited<ReturnType<typeof serveEgressStatus>> | null = null;
  const addresses = (hosts: readonly number[]) => hosts.map((host) => addressesOf(host).ipv4);
  return {
    tell: (hosts) => words?.tell(addresses(hosts)),
    async dismiss(hosts) {
      if (words?.dismiss(addresses(hosts)) === true) await rest(lastWord);
    },
    async serve(signal) {
      await rest(comingBack, signal);
      if (signal.aborted) return;
      words = await serveEgressStatus({
        address: addressesOf(gatewayHost).ipv4,
        wordFor: (ipv4) => parts.wordFor(hostAt(ipv4) ?? -1),
        onError: parts.onError,
      });
      if (signal.aborted) words.close();
      else signal.addEventListener('abort', words.close, { once: true });
    },
  };
}
