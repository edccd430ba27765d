import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@comet/foundation';
import type { Goal } from '../../model/goal.ts';
import type { Gateway } from '../../model/gateway.ts';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { StateLifetime } from '../machine.ts';
import type { Connected } from '../state.ts';

/** Milliseconds between two looks for a gateway that was away when it was first looked for. */
const lookEvery = 30_000;
/** The longest pause, in milliseconds, for those whose list lacks it: as often the list is asked for anyway. */
const askEvery = 300_000;

export interface WantedParts {
  readonly clock: Clock;
  readonly admissionEndpoint: Pick<AdmissionEndpoint, 'measure'>;
  /** Gateways that the goal would lead to by a way that is chosen, no fallback gatewaies among them. */
  readonly wanted: (goal: Goal) => readonly Gateway[];
  /** Asks for a newer list of gateways. */
  readonly renew: (signal: AbortSignal) => Promise<unknown>;
}

/** Looks, through the tunnel of the place that stands in, whether the one that the user wants answers again. */
export async function watchWanted(
  { clock, admissionEndpoint, wanted, renew }: WantedParts,
  { standsIn, goal, key }: Connected,
  { signal, report }: StateLifetime,
): Promise<void> {
  if (standsIn === null) return;
  let wait = Math.max(0, standsIn.lookAt.getTime() - clock.now().getTime());
  let pause = lookEvery;
  while (!signal.aborted) {
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    wait = lookEvery;
    if (!signal.aborted && wanted(goal).length === 0) {
      // The list may be of the moment in which it was away.
      await renew(signal);
      wait = pause;
      pause = Math.min(2 * pause, askEvery);
    }
    for (const gateway of wanted(goal)) {
      if (signal.aborted || (await admissionEndpoint.measure(gateway)) === null) continue;
      if (!signal.aborted) report({ kind: 'wanted-is-back', key });
      return;
    }
  }
}
