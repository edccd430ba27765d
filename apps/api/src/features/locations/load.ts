import { type KnownGateway, leastLoaded } from '../gateways/index.ts';

export type Load = 'low' | 'medium' | 'high';

/**
 * Returns a location's load: that of its least loaded gateway, which clients get. Null if no gateway is online or it has not reported a
 * load.
 */
export function loadOf(gateways: readonly Pick<KnownGateway, 'online' | 'loadPercent'>[]): Load | null {
  const percent = leastLoaded(gateways)?.loadPercent ?? null;
  if (percent === null) return null;
  if (percent < 50) return 'low';
  return percent < 80 ? 'medium' : 'high';
}
