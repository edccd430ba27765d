import { addressesOf, gatewayHost, hostAt, type EgressStatus } from '@comet/admission';
import { serveEgressStatus } from './features/egress-routes/index.ts';
import { sleep } from './platform/clock/sleep.ts';

/** Milliseconds after a start in which exits reconnect, before any session is notified that it has none. */
const comingBack = 10_000;
/** Milliseconds in which the last word to a session passes its tunnel. */
const lastWord = 150;

/** The egress status that sessions receive, once exits have had time to reconnect. */
export interface SessionEgressStatus {
  /** The words for these hosts may be others now. */
  tell(hosts: readonly number[]): void;
  /** Notifies sessions that are about to end that their egress route is gone, so that they reconnect at once; resolves after the time to deliver it. */
  dismiss(hosts: readonly number[]): Promise<void>;
  /** Answers until `signal`. */
  serve(signal: AbortSignal): Promise<void>;
}

export function sessionEgressStatus(parts: {
  statusFor(host: number): EgressStatus | null;
  onError(error: unknown): void;
}): SessionEgressStatus {
  let words: Awaited<ReturnType<typeof serveEgressStatus>> | null = null;
  const addresses = (hosts: readonly number[]) => hosts.map((host) => addressesOf(host).ipv4);
  return {
    tell: (hosts) => words?.tell(addresses(hosts)),
    async dismiss(hosts) {
      if (words?.dismiss(addresses(hosts)) === true) await sleep(lastWord);
    },
    async serve(signal) {
      await sleep(comingBack, signal);
      if (signal.aborted) return;
      words = await serveEgressStatus({
        address: addressesOf(gatewayHost).ipv4,
        statusFor: (ipv4) => parts.statusFor(hostAt(ipv4) ?? -1),
        onError: parts.onError,
      });
      if (signal.aborted) words.close();
      else signal.addEventListener('abort', words.close, { once: true });
    },
  };
}
