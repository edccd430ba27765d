import type { Log } from '@comet/foundation/log';
import { err, ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Gateway } from '../../model/gateway.ts';
import { atPort, type Hop, type WireguardSession } from '../../model/session.ts';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { OuterTransports } from '../../platform/obfuscation/outer-transports.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import type { StateLifetime } from '../machine.ts';
import { openTransports, type OpeningTransports } from './opening-transports.ts';
import { respondingEndpoint, type WireguardEndpoint } from './responding-endpoint.ts';

interface HandshakeParts {
  readonly wireguard: Pick<Wireguard, 'peer'>;
  readonly admissionEndpoint: Pick<AdmissionEndpoint, 'openAt'>;
  readonly outerTransports: OuterTransports;
  readonly log: Log;
}

/**
 * Waits for the response of a session's gateway, or of the first of two gateways, at one of its ports, or over one of its other transports,
 * of which only the one in use still runs afterwards. `repeat` sends the handshake of our `publicKey` to another endpoint.
 */
export async function gatewayHandshake<T extends WireguardSession | Hop>(
  parts: HandshakeParts,
  target: T,
  publicKey: string,
  repeat: (other: T) => Promise<void>,
  { signal, usePort, useTransport }: Pick<StateLifetime, 'signal' | 'usePort' | 'useTransport'>,
): Promise<Result<T, BlockReason>> {
  const { wireguard, outerTransports } = parts;
  const { gateway } = target;
  const [first, ...others] = portsOf(target);
  const at = (endpoint: WireguardEndpoint): T => {
    if (endpoint.kind === 'transport') return { ...target, outerTransport: endpoint.running };
    return endpoint.port === first ? target : atPort(target, endpoint.port);
  };
  const moveTo = async (endpoint: WireguardEndpoint): Promise<void> => {
    await (endpoint.kind === 'port' ? usePort(endpoint.port) : useTransport(endpoint.running));
    if (!signal.aborted) await repeat(at(endpoint));
  };
  const opened: OpeningTransports[] = [];
  const open = (): OpeningTransports => {
    const opening = openTransports(parts, gateway, publicKey, useTransport(null), signal);
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
