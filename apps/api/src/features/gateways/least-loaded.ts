/** The tunnels that a gateway accepts. */
export const maxTunnels = 60_000;

/** The used percent of a gateway from 0 to 100, of CPU time or tunnels, whichever is scarcer; null while the CPU time is unknown. */
export function usedPercent({
  loadPercent,
  peers,
}: {
  readonly loadPercent: number | null;
  readonly peers: number | null;
}): number | null {
  if (loadPercent === null) return null;
  return Math.min(100, Math.max(loadPercent, ((peers ?? 0) * 100) / maxTunnels));
}

interface Weighed {
  readonly online: boolean;
  readonly loadPercent: number | null;
}

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
