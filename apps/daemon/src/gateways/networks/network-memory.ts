import { createHash } from 'node:crypto';
import type { Transport } from '@comet/tunnel-protocol';
import { type Choice, sameTransport } from '../attempts/transport-fallback.ts';

/**
 * Milliseconds after which WireGuard is tried first again. Anyone on the local network can block it for the seconds of one connect, so
 * a failure must not count for long.
 */
const believedFor = 10 * 60_000;
const mostKept = 32;

/** What got through a network where the fastest way did not. `network` names it to nobody who has no other copy of our salt. */
export interface WorkingTransport {
  readonly network: string;
  readonly way: Transport;
  /** ISO 8601. */
  readonly at: string;
}

/** A network as the file has it: the same network is another on another machine, so the file tells nobody where it was. */
export function networkName(salt: string, network: string): string {
  return createHash('sha256').update(`comet network\0${salt}\0${network}`).digest('base64url').slice(0, 22);
}

/** What to try first on a network, or null when nothing is known that holds. */
export function workingTransport(
  passed: readonly WorkingTransport[],
  network: string | null,
  now: Date,
): Transport | null {
  const known = passed.find((one) => one.network === network);
  if (known === undefined) return null;
  const age = now.getTime() - Date.parse(known.at);
  // What was seen in the future was seen by a clock that was wrong.
  return age >= 0 && age < believedFor ? known.way : null;
}

/**
 * Whether a tunnel by `way` says what gets through here. A transport that the user chose says nothing of the others; WireGuard always
 * says that nothing stops it.
 */
export function isWorthRemembering({ protocol, variant }: Choice, transport: Transport): boolean {
  return transport.protocol === 'wireguard' || (protocol === 'automatic' && variant === 'automatic');
}

/**
 * The memory after `way` worked on a network. WireGuard needs no remembering, and clears what was remembered. Another weaker way takes the
 * place of the one that is held, but not a time of its own: it does not put off the next try of WireGuard.
 */
export function withPassed(
  passed: readonly WorkingTransport[],
  network: string,
  transport: Transport,
  now: Date,
): readonly WorkingTransport[] {
  const known = passed.find((one) => one.network === network);
  const held = workingTransport(passed, network, now);
  if (held !== null && sameTransport(held, transport)) return passed;
  const others = passed.filter((one) => one.network !== network);
  if (transport.protocol === 'wireguard') return known === undefined ? passed : others;
  const at = held === null || known === undefined ? now.toISOString() : known.at;
  return [{ network, way: transport, at }, ...others].slice(0, mostKept);
}
