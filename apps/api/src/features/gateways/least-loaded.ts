import type { KnownGateway } from './gateways.store.ts';

type Weighed = Pick<KnownGateway, 'online' | 'loadPercent'>;

/** The least busy gateway that was heard from lately, the first of those that are alike; null where there is none. */
export function leastLoaded<G extends Weighed>(gateways: readonly G[]): G | null {
  return gateways
    .filter(({ online }) => online)
    .reduce<G | null>(
      (best, gateway) => (best === null || loadOf(gateway) < loadOf(best) ? gateway : best),
      null,
    );
}

/** One that has not said yet how busy it is has just begun. */
function loadOf({ loadPercent }: Weighed): number {
  return loadPercent ?? 0;
}
