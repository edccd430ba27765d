import { err, ok, type Result } from '@comet/foundation';
import type { Approach, NoApproach } from './approach.ts';
import type { Gateway } from './gateway.ts';

/** Entries that the best exit is tried with. */
const mostEntries = 2;

/**
 * The approaches that lead through an entry: by WireGuard, and never in and out at the same gateway, which would know both ends. What lies
 * between the two is IPv4, whatever this machine has. Each exit is tried with the best entry before the next; the best exit then with another, because
 * where an attempt fails nobody can tell whether it was the entry that is gone. One place with several
 * gateways will do for both. Where there is no such pair, why: nothing goes by WireGuard, nobody is at the entry, or who is there is the exit.
 */
export function throughEntry(
  approaches: readonly Approach[],
  entries: readonly Gateway[],
): Result<readonly Approach[], NoApproach> {
  const exits = approaches.filter(({ way }) => way.protocol === 'wireguard');
  if (exits.length === 0) return err('protocol_unavailable');
  if (entries.length === 0) return err('location_unavailable');
  const pairs = exits.flatMap((approach, place): Approach[] => {
    const possible = entries.filter(
      ({ id, address }) => id !== approach.gateway.id && address !== approach.gateway.address,
    );
    const gateway = { ...approach.gateway, address: approach.gateway.ipv4 };
    return possible.slice(0, place === 0 ? mostEntries : 1).map((via) => ({ ...approach, gateway, via }));
  });
  return pairs.length > 0 ? ok(pairs) : err('entry_is_exit');
}
