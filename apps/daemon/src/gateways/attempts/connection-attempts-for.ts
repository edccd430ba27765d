import { ok, err, type Result } from '@comet/foundation';
import { type Goal, type ConnectHistory, fresh } from '../../model/goal.ts';
import type { WireguardSession } from '../../model/session.ts';
import {
  connectionAttemptsTo,
  type ConnectionAttempt,
  type NoConnectionAttempt,
  type ConnectionAttempts,
} from './connection-attempt.ts';
import type { Directory } from '../directory.ts';
import type { Gateway } from '../../model/gateway.ts';
import type { Choice, WorkedTransport } from './transport-order.ts';

/** Number of entry gateways that the best exit gateway is tried with. */
const maxEntries = 2;

/**
 * The attempts through an entry gateway: over WireGuard, and never with the same gateway as entry and exit, which would see both ends. The
 * transports of `entries` carry the packets between this machine and the entry; between the two gateways it is always UDP over IPv4. Each
 * exit is tried with the best entry; the best exit also with a second entry, because a failure does not show which of the two is
 * offline. Both may be in one location. The error states why there is no pair: no WireGuard, no entry gateway, or the only entry is the
 * exit.
 */
export function throughEntry(
  candidates: readonly ConnectionAttempt[],
  entries: readonly ConnectionAttempt[],
): Result<readonly ConnectionAttempt[], NoConnectionAttempt> {
  const exits = candidates.filter(({ transport }) => transport.protocol === 'wireguard');
  if (exits.length === 0) return err('protocol_unavailable');
  if (entries.length === 0) return err('location_unavailable');
  const pairs = exits.flatMap((connectionAttempt, index): ConnectionAttempt[] => {
    const { id, address, ipv4, wireguardPort } = connectionAttempt.gateway;
    const possible = entries.filter(({ gateway }) => id !== gateway.id && address !== gateway.address);
    const tried = [...new Set(possible.map(({ gateway }) => gateway.id))].slice(
      0,
      index === 0 ? maxEntries : 1,
    );
    // Between gateways no port is blocked.
    const direct = { wireguardPorts: [wireguardPort], wireguardTransports: [] };
    const gateway = { ...connectionAttempt.gateway, address: ipv4, ...direct };
    return possible
      .filter((entry) => tried.includes(entry.gateway.id))
      .map(({ gateway: via, transport }) => ({ ...connectionAttempt, gateway, transport, via }));
  });
  return pairs.length > 0 ? ok(pairs) : err('entry_is_exit');
}

/**
 * The attempts for a goal, best first, with or without an entry gateway; or why there are none. Null without a gateway list. `worked` is
 * the transport that worked last on this network.
 */
export function connectionAttemptsFor(
  directory: Pick<Directory, 'destinationsFor' | 'gatewaysFor'>,
  choice: Choice,
  worked: WorkedTransport | null,
  goal: Goal,
  past: ConnectHistory,
): ConnectionAttempts | null {
  const destinations = directory.destinationsFor(goal, past);
  if (goal.via === undefined || goal.via === null)
    return destinations && connectionAttemptsTo(destinations, choice, worked);
  // The network sees only the packets to the entry.
  const found =
    destinations &&
    connectionAttemptsTo(
      destinations,
      { ...choice, wireguardPort: 'automatic', wireguardOver: 'direct' },
      null,
    );
  if (found?.ok !== true) return found;
  const entries = directory.gatewaysFor({ location: goal.via }, past.avoid);
  if (entries === null) return null;
  const wanted = { wanted: entries, fallbackGateways: [] };
  const offering = connectionAttemptsTo(wanted, { ...choice, protocol: 'wireguard' }, worked);
  return offering.ok ? throughEntry(found.value, offering.value) : offering;
}

/** Whether the only gateway for a goal would be entry and exit at once; false without a gateway list. */
export function isOneGateway(
  directory: Pick<Directory, 'destinationsFor' | 'gatewaysFor'>,
  choice: Choice,
  goal: Goal,
): boolean {
  const found = connectionAttemptsFor(directory, choice, null, goal, fresh);
  return found?.ok === false && found.error === 'entry_is_exit';
}

/** The attempts, preceded by one with the standby session of the best gateway, if there is one. */
export function withStandby(
  found: ConnectionAttempts | null,
  standbyAt: (gateway: Gateway) => WireguardSession | null,
): ConnectionAttempts | null {
  if (found?.ok !== true) return found;
  const [first] = found.value;
  const isDirect = first?.transport.protocol === 'wireguard' && first.transport.over === undefined;
  if (first === undefined || !isDirect || first.via !== undefined) return found;
  const standby = standbyAt(first.gateway);
  return standby === null ? found : ok([{ ...first, standby }, ...found.value]);
}

/**
 * The gateways of a goal that offer a chosen transport, without fallbacks unless `past` allows them. Empty where a newer list is needed: a list made while a gateway
 * restarts has it without its transports.
 */
export function wantedGateways(
  directory: Pick<Directory, 'destinationsFor' | 'gatewaysFor'>,
  choice: Choice,
  goal: Goal,
  past: ConnectHistory = fresh,
  worked: WorkedTransport | null = null,
): readonly Gateway[] {
  const found = connectionAttemptsFor(directory, choice, worked, goal, past);
  if (found?.ok !== true) return [];
  return [...new Map(found.value.map(({ gateway }) => [gateway.id, gateway])).values()];
}
