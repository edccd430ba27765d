import { createHash } from 'node:crypto';
import { isAutomaticLocation, type LocationList } from '@comet/tunnel-protocol';
import type { Gateway } from '../model/gateway.ts';
import type { Goal } from '../model/goal.ts';
import { listNamed } from './match-location.ts';

/** Load in percent above which a gateway is too busy for a return, and for an automatic choice. */
export const fullLoad = 90;

/** Returns a number in [0, 1) that is constant for a seed and an id. */
export function stableNumber(seed: string, id: string): number {
  return createHash('sha256').update(`${seed}\n${id}`).digest().readUInt32BE() / 2 ** 32;
}

/** A draw of the random location: it stays the same until the user connects again. */
export interface Draw {
  readonly seed: string;
  /** The location before the draw, which is drawn only if there is no other; null if there was none. */
  readonly before: string | null;
}

/** Returns the gateways with free capacity and the full ones, each in the same order; a load that is not known is not full. */
export function byCapacity(gateways: readonly Gateway[]) {
  const isFull = ({ load }: Gateway): boolean => (load ?? 0) >= fullLoad;
  return { free: gateways.filter((one) => !isFull(one)), full: gateways.filter(isFull) };
}

/**
 * Returns the gateways by location in the order of a draw; within a location the order does not change. The gateway that just failed,
 * `avoid`, comes last.
 */
export function inDrawnOrder(
  gateways: readonly Gateway[],
  { seed, before }: Draw,
  avoid: string | null,
): readonly Gateway[] {
  const tier = ({ id, place }: Gateway): number => (id === avoid ? 2 : place.location === before ? 1 : 0);
  const drawn = gateways.map((gateway) => ({
    gateway,
    tier: tier(gateway),
    number: stableNumber(seed, gateway.place.location),
  }));
  return drawn
    .sort((one, other) => one.tier - other.tier || one.number - other.number)
    .map(({ gateway }) => gateway);
}

/** Returns the goal, marked if the daemon chooses the location: from a list, at random, or the fastest. */
export function withChoice(goal: Goal, lists: readonly LocationList[]): Goal {
  const { location } = goal;
  if (location === null) return goal;
  const isChoice = isAutomaticLocation(location) || listNamed(location, lists) !== undefined;
  return isChoice ? { ...goal, isChosenAnew: true } : goal;
}
