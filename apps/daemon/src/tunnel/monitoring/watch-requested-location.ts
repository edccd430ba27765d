import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@comet/foundation';
import type { Goal } from '../../model/goal.ts';
import type { Gateway } from '../../model/gateway.ts';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { StateLifetime } from '../machine.ts';
import type { Connected } from '../state.ts';

/** Interval in ms between two checks for a gateway that was offline at first. */
const checkInterval = 30_000;
/** Maximum interval in ms if the list lacks the location: the list is refetched as often anyway. */
const maxRefreshInterval = 300_000;

export interface RequestedLocationParts {
  readonly clock: Clock;
  readonly admissionEndpoint: Pick<AdmissionEndpoint, 'measure'>;
  /** Gateways of the goal by the chosen transports, without fallback gateways. */
  readonly wanted: (goal: Goal) => readonly Gateway[];
  /** Fetches a newer list of gateways. */
  readonly renew: (signal: AbortSignal) => Promise<unknown>;
}

/** Checks, through the tunnel to the fallback location, whether a gateway of the requested one responds again. */
export async function watchRequestedLocation(
  { clock, admissionEndpoint, wanted, renew }: RequestedLocationParts,
  { fallback, goal, key }: Connected,
  { signal, report }: StateLifetime,
): Promise<void> {
  if (fallback === null) return;
  let wait = Math.max(0, fallback.checkAt.getTime() - clock.now().getTime());
  let pause = checkInterval;
  while (!signal.aborted) {
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    wait = checkInterval;
    if (!signal.aborted && wanted(goal).length === 0) {
      // The list may have been made while the gateway was offline.
      await renew(signal);
      wait = pause;
      pause = Math.min(2 * pause, maxRefreshInterval);
    }
    for (const gateway of wanted(goal)) {
      if (signal.aborted || (await admissionEndpoint.measure(gateway)) === null) continue;
      if (!signal.aborted) report({ kind: 'wanted-is-back', key });
      return;
    }
  }
}
