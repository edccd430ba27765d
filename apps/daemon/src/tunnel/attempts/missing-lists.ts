import type { BlockListName, DaemonSettings, TransportChoice } from '@comet/tunnel-protocol';
import { connectionAttemptsTo } from '../../gateways/attempts/connection-attempt.ts';
import type { Directory } from '../../gateways/directory.ts';
import { missingListsOf } from '../resolvers.ts';
import { fresh } from '../../model/goal.ts';

type Gateways = Pick<Directory, 'destinationsFor'>;

/**
 * The chosen protocol, variant, WireGuard port or WireGuard transport, if no gateway of a location offers it; null also if no list is
 * available. Behind an entry gateway, port and transport are not used.
 */
export function lackingAt(
  directory: Gateways,
  chosen: DaemonSettings,
  location: string | null,
  isBehindEntry = false,
): TransportChoice | null {
  const settings: DaemonSettings = isBehindEntry
    ? { ...chosen, wireguardPort: 'automatic', wireguardOver: 'direct' }
    : chosen;
  const destinations = directory.destinationsFor({ location }, fresh);
  if (destinations === null) return null;
  const candidates = connectionAttemptsTo(destinations, settings, null);
  if (candidates.ok || candidates.error !== 'protocol_unavailable') return null;
  const { protocol, variant, wireguardOver, wireguardPort } = settings;
  if (variant !== 'automatic') return variant;
  if (wireguardOver !== 'automatic' && wireguardOver !== 'direct') return `wireguard_${wireguardOver}`;
  return wireguardPort === 'automatic' ? protocol : wireguardPort;
}

/** The chosen block lists that no gateway of a location has. */
export function missingListsAt(
  directory: Gateways,
  settings: DaemonSettings,
  location: string,
): readonly BlockListName[] {
  const there = directory.destinationsFor({ location }, fresh)?.wanted ?? [];
  const [first = [], ...others] = there.map((one) => missingListsOf(one, settings));
  return first.filter((name) => others.every((lists) => lists.includes(name)));
}
