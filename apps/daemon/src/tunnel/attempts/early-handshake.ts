import { setTimeout as sleep } from 'node:timers/promises';
import { formatEndpoint } from '@comet/foundation';
import { firstPort, type Gateway } from '../../model/gateway.ts';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import { keepalive } from '../monitoring/link-health.ts';
import type { Link } from '../link.ts';
import type { StateLifetime } from '../machine.ts';

/** Minimum round-trip time in ms; the response of a nearer gateway arrives earlier. */
const minRoundTrip = 15;
/** Milliseconds for the gateway to add the peer before the handshake arrives. */
const handshakeDelay = 5;
/** The link's MTU until the gateway sends another. */
const defaultMtu = 1420;

export interface EarlyParts {
  readonly admissionEndpoint: Pick<AdmissionEndpoint, 'openAt'>;
  readonly link: Pick<Link, 'markDirty'>;
  readonly wireguard: Pick<Wireguard, 'setPeer'>;
}

/** A handshake that is sent while a ticket is being presented. */
interface EarlyHandshake {
  /** Call it when the ticket is presented. `keyed` resolves with whether the device has our key. */
  begin(keySet: Promise<boolean>): void;
  /** Resolves with whether the first packet was sent. */
  isStarted(): Promise<boolean>;
}

/**
 * Sends the handshake to a far gateway directly after the presentation instead of after its response, which saves a round trip: when
 * it arrives, the peer has been added. Only if the ticket is presented immediately and the rules are in force. A gateway ignores the
 * handshake of an unknown peer, so it may have to be repeated.
 */
export function earlyHandshake(
  { admissionEndpoint, link, wireguard }: EarlyParts,
  gateway: Gateway,
  { blocked, signal }: Pick<StateLifetime, 'blocked' | 'signal'>,
): EarlyHandshake {
  let beginning: Promise<boolean> = Promise.resolve(false);

  async function begin(keySet: Promise<boolean>): Promise<boolean> {
    const [held, hasKey] = await Promise.all([blocked, keySet, sleep(handshakeDelay)]);
    if (!held || !hasKey || signal.aborted) return false;
    link.markDirty();
    const peer = {
      publicKey: gateway.wireguardPublicKey,
      endpoint: formatEndpoint({ host: gateway.address, port: firstPort(gateway) }),
      allowedIps: ['0.0.0.0/0', '::/0'],
      // Enabling the device also sends the first packet.
      persistentKeepalive: keepalive,
    };
    await wireguard.setPeer(peer, defaultMtu);
    return true;
  }

  return {
    begin(keySet) {
      if ((admissionEndpoint.openAt(gateway) ?? 0) >= minRoundTrip)
        beginning = begin(keySet).catch(() => false);
    },
    isStarted: () => beginning,
  };
}
