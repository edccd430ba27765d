import { err, formatEndpoint, inTurn, ok, type Result } from '@comet/foundation';
import type { WireguardPeer } from '@comet/linux-network';
import type { BlockReason, Transport } from '@comet/tunnel-protocol';
import type { Gateway } from '../model/gateway.ts';
import type { Dns } from '../platform/dns/dns.ts';
import { FullDisk } from '../platform/system/full-disk.ts';
import type { Openvpn } from '../platform/openvpn/openvpn.ts';
import type { Routing, TunnelAddresses } from '../platform/routing/routing.ts';
import type { Wireguard } from '../platform/wireguard/wireguard.ts';
import { keepalive } from './monitoring/link-health.ts';
import { gatewayResolvers, type ResolverSettings, resolversOf } from './resolvers.ts';
import { endpointOf, innerMtu, leaseOf, outerGatewayOf } from './session.ts';
import type { Hop, Session, WireguardSession } from '../model/session.ts';

export interface LinkParts {
  readonly wireguard: Wireguard;
  readonly openvpn: Openvpn;
  /** The link of each protocol. */
  readonly links: Readonly<Record<Transport['protocol'], string>>;
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

/** Data plane, addresses, routes and resolvers as one thing that is up or down. */
export interface Link {
  /** Whether any of it was put up by this process: what that has opened leads another way when it goes. */
  readonly used: boolean;
  raise(session: Session, settings: LinkSettings): Promise<Result<null, BlockReason>>;
  /** Puts up the way to a second gateway through a first one, and nothing beyond it. */
  openHop(hop: Hop, exit: Gateway): Promise<Result<null, BlockReason>>;
  /** Forgets a handshake that was not answered, and begins it anew. What fails is logged; the handshake stays away then. */
  beginAgain(session: WireguardSession): Promise<void>;
  /** Begins the handshake with a gateway, before anything is put up. What fails is logged, and is tried again with the rest. */
  greet(session: WireguardSession): Promise<void>;
  /** Something of it is being put up elsewhere, and is to be taken down with the rest. */
  soil(): void;
  /**
   * Takes everything down, also what an earlier process put up. What fails is logged and tried again next time. Does nothing where nothing
   * is up, or where all that is up was restore session for `unless`.
   */
  lower(unless?: WireguardSession): Promise<void>;
  /** Brings other choices to the link that is up, if one is. False when it has lost its routes or resolvers over it. */
  adapt(settings: LinkSettings): Promise<boolean>;
}

/** The gateway as the device is to know it. */
export function peerOf(session: WireguardSession): WireguardPeer {
  return {
    publicKey: session.gateway.wireguardPublicKey,
    endpoint: endpointOf(session),
    allowedIps: ['0.0.0.0/0', '::/0'],
    // Switching it on also sends the first packet, and so begins the handshake.
    persistentKeepalive: keepalive,
  };
}

/** Where a session's link is in this machine's routing. */
export function addressesOf(session: Session, link: string, allowLan: boolean): TunnelAddresses {
  const { ipv4, ipv6 } = leaseOf(session);
  return { link, gateway: outerGatewayOf(session).address, ipv4, ipv6, allowLan, ...hopOf(session) };
}

function hopOf(session: Session) {
  const mtu = innerMtu(session);
  if (mtu === null || session.protocol !== 'wireguard' || session.via === undefined) return {};
  return { mtu, hop: { from: session.via.admittance.ipv4, to: session.gateway.address } };
}

/**
 * `leftovers`: an earlier process may have left a link up. `ahead`: the ticket of a session whose link was put up before any of this was
 * there; see `platform/head-start.ts`.
 */
export function createLink(parts: LinkParts, leftovers: boolean, ahead: string | null = null): Link {
  let dirty = leftovers;
  let begun = ahead;
  /** Whether anything was put up by this process. What it opened before leads no other way when an earlier one's traces go. */
  let used = false;
  /** What is up; null while nothing is, or not all of it. */
  let up: Session | null = null;
  /** Clients change their minds at any moment: a choice that is brought to a link must not lay again what is being taken down. */
  const next = inTurn();

  async function attempt(reason: BlockReason, work: Promise<void>): Promise<BlockReason | null> {
    try {
      await work;
      return null;
    } catch (error) {
      parts.log(`${reason}: ${error instanceof Error ? error.message : String(error)}`);
      return error instanceof FullDisk ? 'disk_full' : reason;
    }
  }

  function setPeer(session: WireguardSession): Promise<void> {
    const beneath = session.via === undefined ? [] : [hopPeer(session.via, session.gateway)];
    return parts.wireguard.setPeer(peerOf(session), session.admittance.mtu, ...beneath);
  }

  /** The first gateway of two: it carries what goes to the second, and nothing else. */
  function hopPeer({ gateway, admittance }: Hop, exit: Gateway) {
    return {
      publicKey: gateway.wireguardPublicKey,
      endpoint: formatEndpoint({ host: gateway.address, port: admittance.wireguardPort }),
      allowedIps: [`${exit.address}/32`],
      persistentKeepalive: keepalive,
    };
  }

  /** Which way packets and questions go, as the user's choices have it. */
  function ways(session: Session, settings: LinkSettings): Promise<BlockReason | null>[] {
    const link = parts.links[session.protocol];
    return [
      attempt('routing_failed', parts.routing.raise(addressesOf(session, link, settings.allowLan))),
      attempt('dns_failed', parts.dns.use(resolversOf(gatewayResolvers(session), settings), link)),
    ];
  }

  function soil(): void {
    dirty = true;
    used = true;
  }

  async function takeDown(): Promise<void> {
    up = null;
    begun = null;
    const failures = await Promise.all([
      attempt('routing_failed', parts.routing.lower()),
      attempt('dns_failed', parts.dns.restore()),
      attempt('tunnel_device_failed', parts.wireguard.clearPeers()),
      attempt('tunnel_device_failed', parts.openvpn.lower()),
    ]);
    if (used) parts.forgetConnections();
    dirty = failures.some((reason) => reason !== null);
    used &&= dirty;
  }

  return {
    get used() {
      return used;
    },
    async beginAgain(session) {
      await attempt('tunnel_device_failed', parts.wireguard.clearPeers());
      await attempt('tunnel_device_failed', setPeer(session));
    },
    async greet(session) {
      await attempt('tunnel_device_failed', setPeer(session));
    },
    soil,
    async openHop(hop, exit) {
      soil();
      const route = { from: hop.admittance.ipv4, to: exit.address };
      const failures = await Promise.all([
        attempt('tunnel_device_failed', parts.wireguard.setPeer(hopPeer(hop, exit), hop.admittance.mtu)),
        attempt('routing_failed', parts.routing.raiseHop(parts.links.wireguard, route)),
      ]);
      parts.forgetConnections();
      const failure = failures.find((reason) => reason !== null);
      return failure ? err(failure) : ok(null);
    },
    raise: (session, settings) =>
      next(async () => {
        soil();
        begun = null;
        // The way to the second gateway is there already; it is laid anew with the rest.
        if (hopOf(session).hop !== undefined) await parts.routing.lower();
        const failures = await Promise.all([
          session.protocol === 'wireguard' ? attempt('tunnel_device_failed', setPeer(session)) : null,
          ...ways(session, settings),
        ]);
        parts.forgetConnections();
        const failure = failures.find((reason) => reason !== null);
        if (failure) return err(failure);
        up = session;
        return ok(null);
      }),
    lower: (unless) =>
      next(async () => {
        const isKept = begun !== null && unless?.ticket === begun;
        if (dirty && !isKept) await takeDown();
      }),
    adapt: (settings) =>
      next(async () => {
        if (up === null) return true;
        await parts.routing.lower();
        const failures = await Promise.all(ways(up, settings));
        return failures.every((reason) => reason === null);
      }),
  };
}
