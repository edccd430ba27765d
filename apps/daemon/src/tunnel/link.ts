import { err, formatEndpoint, ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Dns } from '../platform/dns.ts';
import type { Routing } from '../platform/routing.ts';
import type { Wireguard } from '../platform/wireguard.ts';
import { keepalive } from './keepalive.ts';
import { type ResolverSettings, resolversOf } from './resolvers.ts';
import type { Session } from './state.ts';

export interface LinkParts {
  readonly wireguard: Wireguard;
  readonly routing: Routing;
  readonly dns: Dns;
  /** Connections made before go another way than those after. */
  readonly forgetConnections: () => void;
  readonly log: (line: string) => void;
}

/** What of the user's choices makes a link other than the gateway meant it. */
export interface LinkSettings extends ResolverSettings {
  readonly allowLan: boolean;
}

/** Peer, addresses, routes and resolvers as one thing that is up or down. */
export interface Link {
  /** False when there is certainly nothing to take down. */
  readonly dirty: boolean;
  raise(session: Session, settings: LinkSettings): Promise<Result<null, BlockReason>>;
  /** Takes everything down, also what an earlier process put up. What fails is logged and tried again next time. */
  lower(): Promise<void>;
  /** Brings other choices to a link that is up. False when it has lost its routes or resolvers over it. */
  adapt(session: Session, settings: LinkSettings): Promise<boolean>;
}

/** `dirty`: an earlier process may have left a link up. */
export function createLink(parts: LinkParts, leftovers: boolean): Link {
  let dirty = leftovers;

  async function attempt(reason: BlockReason, work: Promise<void>): Promise<BlockReason | null> {
    try {
      await work;
      return null;
    } catch (error) {
      parts.log(`${reason}: ${error instanceof Error ? error.message : String(error)}`);
      return reason;
    }
  }

  return {
    get dirty() {
      return dirty;
    },
    async raise({ gateway, admittance }, settings) {
      dirty = true;
      const { allowLan } = settings;
      const { ipv4, ipv6, mtu, wireguardPort } = admittance;
      const peer = {
        publicKey: gateway.wireguardPublicKey,
        endpoint: formatEndpoint({ host: gateway.address, port: wireguardPort }),
        allowedIps: ['0.0.0.0/0', '::/0'],
        // Switching it on also sends the first packet, and so begins the handshake.
        persistentKeepalive: keepalive,
      };
      const failures = await Promise.all([
        attempt('tunnel_device_failed', parts.wireguard.setPeer(peer, mtu)),
        attempt('routing_failed', parts.routing.raise({ ipv4, ipv6, allowLan })),
        attempt('dns_failed', parts.dns.use(resolversOf(admittance, settings))),
      ]);
      parts.forgetConnections();
      const failure = failures.find((reason) => reason !== null);
      return failure ? err(failure) : ok(null);
    },
    async lower() {
      if (!dirty) return;
      const failures = await Promise.all([
        attempt('routing_failed', parts.routing.lower()),
        attempt('dns_failed', parts.dns.restore()),
        attempt('tunnel_device_failed', parts.wireguard.clearPeers()),
      ]);
      parts.forgetConnections();
      dirty = failures.some((reason) => reason !== null);
    },
    async adapt({ admittance }, settings) {
      const { ipv4, ipv6 } = admittance;
      await parts.routing.lower();
      const failures = await Promise.all([
        attempt('routing_failed', parts.routing.raise({ ipv4, ipv6, allowLan: settings.allowLan })),
        attempt('dns_failed', parts.dns.use(resolversOf(admittance, settings))),
      ]);
      return failures.every((reason) => reason === null);
    },
  };
}
