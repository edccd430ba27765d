import { err, ok, type Result } from '@comet/foundation';
import type { Approach, NoApproach } from './approach.ts';
import type { Gateway } from './gateway.ts';

/**
 * The approaches that lead through an entry: by WireGuard, and never in and out at the same gateway, which would know both ends. What lies
 * between the two is IPv4, whatever this machine has. Each exit is tried with the best entry before the next. One place with several
 * gateways will do for both. Where there is no such pair, why: nothing goes by WireGuard, nobody is at the entry, or who is there is the exit.
 */
export function throughEntry(
  approaches: readonly Approach[],
  entries: readonly Gateway[],
): Result<readonly Approach[], NoApproach> {
  const exits = approaches.filter(({ way }) => way.protocol === 'wireguard');
  if (exits.length === 0) return err('protocol_unavailable');
  if (entries.length === 0) return err('location_unavailable');
  const pairs = exits.flatMap((approach): Approach[] => {
    const via = entries.find(
      ({ id, address }) => id !== approach.gateway.id && address !== approach.gateway.address,
    );
    const gateway = { ...approach.gateway, address: approach.gateway.ipv4 };
    return via === undefined ? [] : [{ ...approach, gateway, via }];
  });
  return pairs.length > 0 ? ok(pairs) : err('entry_is_exit');
}
