import { ok } from '@comet/foundation';
import type { Way } from '@comet/tunnel-protocol';
import type { Approaches, Goal, Past, WireguardSession } from '../tunnel/state.ts';
import { fresh } from '../tunnel/transitions.ts';
import { approachesTo } from './approach.ts';
import type { Directory } from './directory.ts';
import type { Gateway } from './gateway.ts';
import type { Choice } from './ladder.ts';
import { throughEntry } from './through-entry.ts';

/**
 * What may be tried for a goal, best first, also where the traffic goes through an entry; or why nothing may. Null when no list is at hand.
 * `worked` is the way that worked last on this network.
 */
export function approachesFor(
  directory: Pick<Directory, 'destinationsFor' | 'gatewaysFor'>,
  choice: Choice,
  worked: Way | null,
  goal: Goal,
  past: Past,
): Approaches | null {
  const destinations = directory.destinationsFor(goal, past);
  const found = destinations && approachesTo(destinations, choice, worked);
  if (found?.ok !== true || goal.via === undefined || goal.via === null) return found;
  const entries = directory.gatewaysFor({ location: goal.via }, past.avoid);
  if (entries === null) return null;
  return throughEntry(found.value, entries);
}

/** Whether all that a list has for a goal enters and leaves by one gateway; false also when no list tells. */
export function isOneGateway(
  directory: Pick<Directory, 'destinationsFor' | 'gatewaysFor'>,
  choice: Choice,
  goal: Goal,
): boolean {
  const found = approachesFor(directory, choice, null, goal, fresh);
  return found?.ok === false && found.error === 'entry_is_exit';
}

/** What may be tried, with the session that stands by for the best of them, if one does, before everything else. */
export function withStandby(
  found: Approaches | null,
  standbyAt: (gateway: Gateway) => WireguardSession | null,
): Approaches | null {
  if (found?.ok !== true) return found;
  const [first] = found.value;
  if (first?.way.protocol !== 'wireguard' || first.via !== undefined) return found;
  const standby = standbyAt(first.gateway);
  return standby === null ? found : ok([{ ...first, standby }, ...found.value]);
}

/**
 * Gateways where a goal leads, no stand-ins among them, that the choice has a way to. Empty where only a newer list can tell: one that was
 * made while a gateway began again knows it without the ways that it serves later.
 */
export function wantedGateways(
  directory: Pick<Directory, 'destinationsFor' | 'gatewaysFor'>,
  choice: Choice,
  goal: Goal,
): readonly Gateway[] {
  const found = approachesFor(directory, choice, null, goal, fresh);
  if (found?.ok !== true) return [];
  return [...new Map(found.value.map(({ gateway }) => [gateway.id, gateway])).values()];
}
