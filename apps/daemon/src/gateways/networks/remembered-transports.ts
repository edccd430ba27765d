import { createHash } from 'node:crypto';
import type { Transport } from '@comet/tunnel-protocol';
import {
  mayUseUdp,
  sameTransport,
  type TransportSettings,
  type WorkedTransport,
} from '../attempts/transport-order.ts';

/**
 * Milliseconds after which WireGuard is tried first again. Anyone on the local network can block it for the seconds of one connect, so
 * a failure must not count for long.
 */
const validity = 10 * 60_000;
/** Milliseconds after which WireGuard's main port is tried first again: another one has no disadvantage. */
const portValidity = 24 * 60 * 60_000;
const maxKept = 32;

/** The transport that worked on a network where WireGuard's main port did not. `network` identifies it only together with this machine's salt. */
interface WorkingTransport {
  readonly network: string;
  readonly way: WorkedTransport;
  /** ISO 8601. */
  readonly at: string;
}

/** Returns a network's id for the file. It differs between machines, so the file does not reveal the networks. */
export function networkName(salt: string, network: string): string {
  return createHash('sha256').update(`comet network\0${salt}\0${network}`).digest('base64url').slice(0, 22);
}

/** The transport to try first on a network, or null if no valid one is stored. */
export function workingTransport(
  passed: readonly WorkingTransport[],
  network: string | null,
  now: Date,
): WorkedTransport | null {
  const known = passed.find((one) => one.network === network);
  if (known === undefined) return null;
  const age = now.getTime() - Date.parse(known.at);
  // A time in the future was stored with a wrong clock.
  return age >= 0 && age < (isFallbackWay(known.way) ? validity : portValidity) ? known.way : null;
}

/**
 * Whether a tunnel by `transport` proves which transports work here. A transport that the user chose proves nothing about the others;
 * WireGuard over UDP always proves that it is not blocked.
 */
export function shouldRemember(settings: TransportSettings, transport: Transport): boolean {
  const { protocol, variant, wireguardOver } = settings;
  if (transport.protocol === 'wireguard')
    return transport.over === undefined || wireguardOver === 'automatic';
  return protocol === 'automatic' && variant === 'automatic' && mayUseUdp(settings);
}

/**
 * Returns the memory after a transport worked on a network. WireGuard at a gateway's main port is not stored, and clears the stored
 * transport. Another fallback replaces the stored one, but keeps its time: it does not delay the next retry of WireGuard.
 */
export function withPassed(
  passed: readonly WorkingTransport[],
  network: string,
  transport: WorkedTransport,
  now: Date,
): readonly WorkingTransport[] {
  const known = passed.find((one) => one.network === network);
  const held = workingTransport(passed, network, now);
  if (held !== null && isSame(held, transport)) return passed;
  const others = passed.filter((one) => one.network !== network);
  if (!isFallbackWay(transport) && transport.protocol === 'wireguard' && transport.port === undefined)
    return known === undefined ? passed : others;
  const isFallback = isFallbackWay(transport) && held !== null && isFallbackWay(held);
  const at = isFallback && known !== undefined ? known.at : now.toISOString();
  return [{ network, way: transport, at }, ...others].slice(0, maxKept);
}

/** Whether a transport is slower than WireGuard over UDP. */
function isFallbackWay(way: WorkedTransport): boolean {
  return way.protocol === 'openvpn' || way.over !== undefined;
}

function isSame(one: WorkedTransport, other: WorkedTransport): boolean {
  const [port, otherPort] = [one, other].map((way) => (way.protocol === 'wireguard' ? way.port : undefined));
  return sameTransport(one, other) && port === otherPort;
}
