import { loadLevel, type LoadLevel } from '@comet/foundation';
import { type KnownGateway, leastLoaded } from '../gateways/index.ts';

/**
 * Returns a location's load: that of its least loaded gateway, which clients get. Null if no gateway is online or it has not reported a
 * load.
 */
export function loadOf(gateways: readonly Pick<KnownGateway, 'online' | 'loadPercent'>[]): LoadLevel | null {
  const percent = leastLoaded(gateways)?.loadPercent ?? null;
  return percent === null ? null : loadLevel(percent);
}
