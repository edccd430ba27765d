import { type KnownGateway, leastLoaded } from '../gateways/index.ts';

export type Load = 'low' | 'medium' | 'high';

/** How busy a location is: as much as the quietest of its gateways, for that is the one to be had. Null where none is there. */
export function loadOf(gateways: readonly Pick<KnownGateway, 'online' | 'loadPercent'>[]): Load | null {
  const percent = leastLoaded(gateways)?.loadPercent ?? null;
  if (percent === null) return null;
  if (percent < 50) return 'low';
  return percent < 80 ? 'medium' : 'high';
}
