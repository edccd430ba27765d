import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import { waitForHandshake } from './connect-granted.ts';

/** Milliseconds for all ports together, and the minimum for one; a far gateway gets three round trips. */
const timeout = { all: 8_000, one: 500, roundTrips: 3 };

interface PortParts {
  readonly wireguard: Pick<Wireguard, 'peer'>;
  /** Round-trip time to the gateway in ms; null if it is not measured. */
  readonly roundTrip: number | null;
  /** Repeats the handshake at another port, once the rules permit it. */
  readonly moveTo: (port: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Returns the first of `ports`, in their order, at which the gateway responds; null if it responds at none. The handshake is already sent
 * to the first one. The ports are tried again and again, since each attempt sends a single packet, which may be lost.
 */
export async function respondingPort(
  { wireguard, roundTrip, moveTo, signal }: PortParts,
  ports: readonly [number, ...number[]],
): Promise<number | null> {
  const one = ports.length === 1 ? timeout.all : Math.max(timeout.one, timeout.roundTrips * (roundTrip ?? 0));
  let current = ports[0];
  for (let turn = 0; turn * one < timeout.all && !signal.aborted; turn += 1) {
    const port = ports[turn % ports.length] ?? ports[0];
    if (port !== current) await moveTo(port);
    current = port;
    if (await waitForHandshake(wireguard, signal, one)) return port;
  }
  return null;
}
