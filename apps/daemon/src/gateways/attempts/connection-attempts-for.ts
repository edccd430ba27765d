import { ok, err, type Result } from '@comet/foundation';
import type { Way } from '@comet/tunnel-protocol';
import { type Goal, type Past, fresh } from '../../model/goal.ts';
import type { WireguardSession } from '../../model/session.ts';
import {
  connectionAttemptsTo,
  type ConnectionAttempt,
  type NoConnectionAttempt,
  type ConnectionAttempts,
} from './connection-attempt.ts';
import type { Directory } from '../directory.ts';
import type { Gateway } from '../../model/gateway.ts';
import type { Choice } from './transport-fallback.ts';

/** Entries that the best exit is tried with. */
const mostEntries = 2;

/**
 * The candidates that lead through an entry: by WireGuard, and never in and out at the same gateway, which would know both ends. What lies
 * between the two is IPv4, whatever this machine has. Each exit is tried with the best entry before the next; the best exit then with another, because
 * where an attempt fails nobody can tell whether it was the entry that is gone. One place with several
 * gateways will do for both. Where there is no such pair, why: nothing goes by WireGuard, nobody is at the entry, or who is there is the exit.
 */
export function throughEntry(
  candidates: readonly ConnectionAttempt[],
  entries: readonly Gateway[],
): Result<readonly ConnectionAttempt[], NoConnectionAttempt> {
  const exits = candidates.filter(({ transport }) => transport.protocol === 'wireguard');
  if (exits.length === 0) return err('protocol_unavailable');
  if (entries.length === 0) return err('location_unavailable');
  const pairs = exits.flatMap((connectionAttempt, place): ConnectionAttempt[] => {
    const possible = entries.filter(
      ({ id, address }) =>
        id !== connectionAttempt.gateway.id && address !== connectionAttempt.gateway.address,
    );
    const gateway = { ...connectionAttempt.gateway, address: connectionAttempt.gateway.ipv4 };
    return possible
      .slice(0, place === 0 ? mostEntries : 1)
      .map((via) => ({ ...connectionAttempt, gateway, via }));
  });
  return pairs.length > 0 ? ok(pairs) : err('entry_is_exit');
}

/**
 * What may be tried for a goal, best first, also where the traffic goes through an entry; or why nothing may. Null when no list is at hand.
 * `worked` is the way that worked last on this network.
 */
export function connectionAttemptsFor(
  directory: Pick<Directory, 'destinationsFor' | 'gatewaysFor'>,
  choice: Choice,
  worked: Way | null,
  goal: Goal,
  past: Past,
): ConnectionAttempts | null {
  const destinations = directory.destinationsFor(goal, past);
  const found = destinations && connectionAttemptsTo(destinations, choice, worked);
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
  const found = connectionAttemptsFor(directory, choice, null, goal, fresh);
  return found?.ok === false && found.error === 'entry_is_exit';
}

/** What may be tried, with the session that stands by for the best of them, if one does, before everything else. */
export function withStandby(
  found: ConnectionAttempts | null,
  standbyAt: (gateway: Gateway) => WireguardSession | null,
): ConnectionAttempts | null {
  if (found?.ok !== true) return found;
  const [first] = found.value;
  if (first?.transport.protocol !== 'wireguard' || first.via !== undefined) return found;
  const standby = standbyAt(first.gateway);
  return standby === null ? found : ok([{ ...first, standby }, ...found.value]);
}

/**
 * Gateways where a goal leads, no fallback gatewaies among them, that the choice has a way to. Empty where only a newer list can tell: one that was
 * made while a gateway began again knows it without the ways that it serves later.
 */
export function wantedGateways(
  directory: Pick<Directory, 'destinationsFor' | 'gatewaysFor'>,
  choice: Choice,
  goal: Goal,
): readonly Gateway[] {
  const found = connectionAttemptsFor(directory, choice, null, goal, fresh);
  if (found?.ok !== true) return [];
  return [...new Map(found.value.map(({ gateway }) => [gateway.id, gateway])).values()];
}
