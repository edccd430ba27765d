import type { RunningTransport } from '../../model/session.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import { waitForHandshake } from './connect-granted.ts';
import type { OpeningTransports } from './opening-transports.ts';

/** Milliseconds for all endpoints together, and the minimum for one port; a far gateway gets three round trips. */
const timeout = { all: 8_000, one: 500, roundTrips: 3 };

/**
 * The same where other transports follow: milliseconds for the first port, for all others together, the minimum for one of them, also where
 * the round-trip time is known, and for one transport; for scrambled UDP and Shadowsocks over UDP as for a port, since they are as fast.
 */
const beforeTransports = {
  first: 300,
  others: 300,
  min: { unmeasured: 100, measured: 50 },
  roundTrips: 1.5,
  datagrams: 300,
  transport: 1_000,
};

/** Where a gateway's WireGuard responds: at a UDP port, or over another transport. */
export type WireguardEndpoint =
  | { readonly kind: 'port'; readonly port: number }
  | { readonly kind: 'transport'; readonly running: RunningTransport };

interface EndpointParts {
  readonly wireguard: Pick<Wireguard, 'peer'>;
  /** Round-trip time to the gateway in ms; null if it is not measured. */
  readonly roundTrip: number | null;
  /** Repeats the handshake at another endpoint, once the rules permit it. */
  readonly moveTo: (endpoint: WireguardEndpoint) => Promise<void>;
  /** Starts the gateway's other transports; null if it has none. */
  readonly openTransports: (() => OpeningTransports) | null;
  readonly signal: AbortSignal;
}

/**
 * Returns the first endpoint at which the gateway responds; null if it responds at none. The handshake is already sent to the first port.
 * The ports are tried in their order, again and again, since each attempt sends a single packet, which may be lost. The other
 * transports are opened while the second port is tried, and used as soon as all ports were tried once.
 */
export async function respondingEndpoint(
  { wireguard, roundTrip, moveTo, openTransports, signal }: EndpointParts,
  ports: readonly [number, ...number[]],
): Promise<WireguardEndpoint | null> {
  const isOnly = ports.length === 1 && openTransports === null;
  const later = isOnly ? timeout.all : Math.max(timeout.one, timeout.roundTrips * (roundTrip ?? 0));
  let transports: OpeningTransports | null = null;
  let current: number | null = ports[0];
  let spent = 0;
  for (let turn = 0; spent < timeout.all && !signal.aborted; turn += 1) {
    if (turn === 1) transports = openTransports?.() ?? null;
    const running = turn >= ports.length ? (transports?.take() ?? null) : null;
    if (running !== null) {
      const endpoint = { kind: 'transport', running } as const;
      const wait = timeoutOver(running, roundTrip);
      await moveTo(endpoint);
      current = null;
      spent += wait;
      if (await waitForHandshake(wireguard, signal, wait)) return endpoint;
      continue;
    }
    const port = ports[turn % ports.length] ?? ports[0];
    if (port !== current) await moveTo({ kind: 'port', port });
    current = port;
    const isFirstRound = turn < ports.length;
    const one =
      isFirstRound && openTransports !== null
        ? timeoutBeforeTransports(turn, ports.length, roundTrip)
        : later;
    spent += one;
    const end = isFirstRound || transports === null ? signal : AbortSignal.any([signal, transports.ready()]);
    if (await waitForHandshake(wireguard, end, one)) return { kind: 'port', port };
  }
  return null;
}

function timeoutOver({ over }: RunningTransport, roundTrip: number | null): number {
  const { datagrams, roundTrips, transport } = beforeTransports;
  return over === 'scrambled' || over === 'cover' || over === 'shadowsocks'
    ? Math.max(datagrams, roundTrips * (roundTrip ?? 0))
    : Math.max(transport, timeout.roundTrips * (roundTrip ?? 0));
}

function timeoutBeforeTransports(turn: number, count: number, roundTrip: number | null): number {
  const { first, others, min, roundTrips } = beforeTransports;
  const least = roundTrip === null ? min.unmeasured : min.measured;
  const usual = turn === 0 ? first : Math.max(least, others / (count - 1));
  return Math.max(usual, roundTrips * (roundTrip ?? 0));
}
