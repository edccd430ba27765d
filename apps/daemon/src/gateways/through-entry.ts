import type { Approach } from './approach.ts';
import type { Gateway } from './gateway.ts';

/**
 * The approaches that lead through an entry: by WireGuard, and never in and out at the same gateway, which would know both ends. What lies
 * between the two is IPv4, whatever this machine has. Each exit is tried with the best entry before the next. Empty when there is no such pair.
 */
export function throughEntry(
  approaches: readonly Approach[],
  entries: readonly Gateway[],
): readonly Approach[] {
  return approaches.flatMap((approach): Approach[] => {
    if (approach.way.protocol !== 'wireguard') return [];
    const via = entries.find(
      ({ id, address }) => id !== approach.gateway.id && address !== approach.gateway.address,
    );
    const gateway = { ...approach.gateway, address: approach.gateway.ipv4 };
    return via === undefined ? [] : [{ ...approach, gateway, via }];
  });
}
