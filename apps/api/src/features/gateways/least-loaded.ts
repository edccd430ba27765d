import type { KnownGateway } from './gateways.store.ts';

type Weighed = Pick<KnownGateway, 'online' | 'loadPercent'>;

/** Returns the least loaded gateway that is online, the first of equals; null if there is none. */
export function leastLoaded<G extends Weighed>(gateways: readonly G[]): G | null {
  return gateways
    .filter(({ online }) => online)
    .reduce<G | null>(
      (best, gateway) => (best === null || loadOf(gateway) < loadOf(best) ? gateway : best),
      null,
    );
}

/** A gateway without a load report has just started. */
function loadOf({ loadPercent }: Weighed): number {
  return loadPercent ?? 0;
}
