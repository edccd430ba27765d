import { setTimeout as sleep } from 'node:timers/promises';
import { formatEndpoint } from '@comet/foundation';
import type { Gateway } from '../../model/gateway.ts';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import { keepalive } from '../monitoring/link-health.ts';
import type { Link } from '../link.ts';
import type { StateLifetime } from '../machine.ts';

/** Milliseconds of round trip from which a saved session is worth it; nearer gateways answer before. */
const far = 15;
/** Milliseconds that a gateway gets to make a peer of what is presented, before the handshake reaches it. */
const head = 5;
/** The link's MTU until the gateway names another. */
const usualMtu = 1420;

export interface EarlyParts {
  readonly admissionEndpoint: Pick<AdmissionEndpoint, 'openAt'>;
  readonly link: Pick<Link, 'soil'>;
  readonly wireguard: Pick<Wireguard, 'setPeer'>;
}

/** A handshake that is under way while a ticket is being presented. */
export interface EarlyHandshake {
  /** The presentation goes out now; the device knows our key then, or never. */
  begin(keyed: Promise<boolean>): void;
  /** Whether its first packet has gone; resolves when that is certain. */
  begun(): Promise<boolean>;
}

/**
 * Sends a far gateway the handshake right behind the presentation instead of after its answer, which saves a round trip: by the time that
 * it arrives the peer is there. Only where the presentation goes out at once, and only when the rules hold. A gateway passes over the
 * handshake of somebody it does not know, so that it may have to be begun again.
 */
export function earlyHandshake(
  { admissionEndpoint, link, wireguard }: EarlyParts,
  gateway: Gateway,
  { blocked, signal }: Pick<StateLifetime, 'blocked' | 'signal'>,
): EarlyHandshake {
  let beginning: Promise<boolean> = Promise.resolve(false);

  async function begin(keyed: Promise<boolean>): Promise<boolean> {
    const [held, knows] = await Promise.all([blocked, keyed, sleep(head)]);
    if (!held || !knows || signal.aborted) return false;
    link.soil();
    const peer = {
      publicKey: gateway.wireguardPublicKey,
      endpoint: formatEndpoint({ host: gateway.address, port: gateway.wireguardPort }),
      allowedIps: ['0.0.0.0/0', '::/0'],
      // Switching it on also sends the first packet.
      persistentKeepalive: keepalive,
    };
    await wireguard.setPeer(peer, usualMtu);
    return true;
  }

  return {
    begin(keyed) {
      if ((admissionEndpoint.openAt(gateway) ?? 0) >= far) beginning = begin(keyed).catch(() => false);
    },
    begun: () => beginning,
  };
}
