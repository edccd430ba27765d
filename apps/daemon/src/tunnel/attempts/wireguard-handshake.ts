import type { Log } from '@comet/foundation/log';
import { err, ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Gateway } from '../../model/gateway.ts';
import { atPort, type Hop, type WireguardSession } from '../../model/session.ts';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { OuterTransports } from '../../platform/obfuscation/outer-transports.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import type { Link } from '../link.ts';
import type { StateLifetime } from '../machine.ts';
import { openTransports, type OpeningTransports } from './opening-transports.ts';
import { respondingEndpoint, type WireguardEndpoint } from './responding-endpoint.ts';

interface HandshakeParts {
  readonly wireguard: Pick<Wireguard, 'peer'>;
  readonly admissionEndpoint: Pick<AdmissionEndpoint, 'openAt'>;
}

interface SessionHandshakeParts extends HandshakeParts {
  readonly link: Pick<Link, 'repeatHandshake'>;
  readonly outerTransports: OuterTransports;
  readonly log: Log;
}

/** Waits for the response of the first of two gateways at one of its ports. `repeat` sends the handshake to another one. */
export async function hopHandshake(
  parts: HandshakeParts,
  hop: Hop,
  { signal, usePort }: Pick<StateLifetime, 'signal' | 'usePort'>,
  repeat: (hop: Hop) => Promise<unknown>,
): Promise<Result<Hop, BlockReason>> {
  const [first, ...others] = portsOf(hop);
  const roundTrip = parts.admissionEndpoint.openAt(hop.gateway);
  const at = (endpoint: WireguardEndpoint): Hop =>
    endpoint.kind === 'port' && endpoint.port !== first ? atPort(hop, endpoint.port) : hop;
  const moveTo = async (endpoint: WireguardEndpoint): Promise<void> => {
    const moved = at(endpoint);
    await usePort(moved.admittance.wireguardPort);
    if (!signal.aborted) await repeat(moved);
  };
  const { wireguard } = parts;
  const endpoint = await respondingEndpoint({ wireguard, roundTrip, moveTo, openTransports: null, signal }, [
    first,
    ...others,
  ]);
  return endpoint === null ? err('handshake_timeout') : ok(at(endpoint));
}

/**
 * Waits for the response of a session's gateway at one of its ports, or over one of its other transports, of which only the one in use
 * still runs afterwards.
 */
export async function sessionHandshake(
  parts: SessionHandshakeParts,
  session: WireguardSession,
  { signal, usePort, useTransport }: Pick<StateLifetime, 'signal' | 'usePort' | 'useTransport'>,
): Promise<Result<WireguardSession, BlockReason>> {
  const { wireguard, link, outerTransports } = parts;
  const { gateway } = session;
  const [first, ...others] = portsOf(session);
  const at = (endpoint: WireguardEndpoint): WireguardSession => {
    if (endpoint.kind === 'transport') return { ...session, outerTransport: endpoint.running };
    return endpoint.port === first ? session : atPort(session, endpoint.port);
  };
  const moveTo = async (endpoint: WireguardEndpoint): Promise<void> => {
    await (endpoint.kind === 'port' ? usePort(endpoint.port) : useTransport(endpoint.running));
    if (!signal.aborted) await link.repeatHandshake(at(endpoint));
  };
  const opened: OpeningTransports[] = [];
  const open = (): OpeningTransports => {
    const opening = openTransports(parts, gateway, session.publicKey, useTransport(null), signal);
    opened.push(opening);
    return opening;
  };
  const endpoint = await respondingEndpoint(
    {
      wireguard,
      roundTrip: parts.admissionEndpoint.openAt(gateway),
      moveTo,
      openTransports: gateway.wireguardTransports.length === 0 ? null : open,
      signal,
    },
    [first, ...others],
  );
  for (const opening of opened) opening.close();
  if (opened.length > 0)
    await outerTransports.keepOnly(endpoint?.kind === 'transport' ? endpoint.running : null);
  return endpoint === null ? err('handshake_timeout') : ok(at(endpoint));
}

/** The ports to try; the first is the one in use. */
function portsOf({
  gateway,
  admittance,
}: {
  readonly gateway: Gateway;
  readonly admittance: Hop['admittance'];
}): [number, ...number[]] {
  const [first = admittance.wireguardPort, ...others] = gateway.wireguardPorts;
  return [first, ...others];
}
