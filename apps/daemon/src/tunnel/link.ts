import type { Log } from '@comet/foundation/log';
import { err, formatEndpoint, taskQueue, ok, type Result, reasonOf } from '@comet/foundation';
import type { WireguardPeer } from '@comet/linux-network';
import type { BlockReason, Transport } from '@comet/tunnel-protocol';
import type { Gateway } from '../model/gateway.ts';
import type { Dns } from '../platform/dns/dns.ts';
import type { LocalResolver } from '../platform/dns/local-resolver.ts';
import { FullDisk } from '../platform/system/full-disk.ts';
import type { OuterTransports } from '../platform/obfuscation/outer-transports.ts';
import type { Openvpn } from '../platform/openvpn/openvpn.ts';
import type { Routing, TunnelAddresses } from '../platform/routing/routing.ts';
import type { Wireguard } from '../platform/wireguard/wireguard.ts';
import { keepalive } from './monitoring/link-health.ts';
import { gatewayResolvers, resolverPlan, type ResolverSettings, resolversOf } from './resolvers.ts';
import { endpointOf, hopMtuOf, innerMtu, leaseOf, linkMtuOf, outerGatewayOf } from './session.ts';
import type { Hop, RunningTransport, Session, WireguardSession } from '../model/session.ts';

export interface LinkParts {
  readonly wireguard: Wireguard;
  readonly openvpn: Openvpn;
  readonly outerTransports: Pick<OuterTransports, 'lower'>;
  /** The link of each protocol. */
  readonly links: Readonly<Record<Transport['protocol'], string>>;
  readonly routing: Routing;
  readonly dns: Dns;
  readonly localResolver: LocalResolver;
  /** Closes kept connections: those made before a change of the link use another route. */
  readonly forgetConnections: () => void;
  readonly log: Log;
}

/** The user's settings that affect a link. */
export interface LinkSettings extends ResolverSettings {
  readonly allowLan: boolean;
}

/** Data plane, addresses, routes and resolvers as one unit. */
export interface Link {
  /** Whether this process has raised any part of it: its kept connections use another route after a change. */
  readonly used: boolean;
  raise(session: Session, settings: LinkSettings): Promise<Result<null, BlockReason>>;
  /** Raises only the route to a second gateway through a first one. */
  openHop(hop: Hop, exit: Gateway): Promise<Result<null, BlockReason>>;
  /** Repeats a handshake without a response. A failure is logged; no handshake is sent then. */
  repeatHandshake(session: WireguardSession): Promise<void>;
  /** The same for the first of two gateways. */
  repeatHop(hop: Hop, exit: Gateway): Promise<void>;
  /** Sends the handshake before the link is raised. A failure is logged; `raise` tries it again. */
  sendHandshake(session: WireguardSession): Promise<void>;
  /** Marks the link as changed from outside, so that `lower` removes everything. */
  markDirty(): void;
  /**
   * Removes everything, also the remains of an earlier process. A failure is logged and retried by the next call. Does nothing if nothing
   * is up, or if the restored session of `unless` is up.
   */
  lower(unless?: WireguardSession): Promise<void>;
  /** Applies other settings to a raised link. False if it has lost its routes or resolvers. */
  adapt(settings: LinkSettings): Promise<boolean>;
}

/** Returns the gateway as a peer of the device. */
export function peerOf(session: WireguardSession): WireguardPeer {
  const { outerTransport } = session;
  return {
    publicKey: session.gateway.wireguardPublicKey,
    endpoint: outerTransport === undefined ? endpointOf(session) : localEndpoint(outerTransport),
    allowedIps: ['0.0.0.0/0', '::/0'],
    // Enabling it also sends the first packet, which begins the handshake.
    persistentKeepalive: keepalive,
  };
}

/** Where a program that carries WireGuard's datagrams accepts them. */
function localEndpoint({ localPort }: RunningTransport): string {
  return formatEndpoint({ host: '127.0.0.1', port: localPort });
}

/** Returns the addresses for a session's routes. */
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
 * `leftovers`: an earlier process may have left a link up. `restored`: the ticket of a session that was restored before this module was
 * loaded; see `early-restore.linux.ts`.
 */
export function createLink(parts: LinkParts, leftovers: boolean, restored: string | null = null): Link {
  let dirty = leftovers;
  let restoredTicket = restored;
  /** Whether this process has raised any part. The removal of an earlier process's remains does not affect kept connections. */
  let used = false;
  /** The session of a complete link; null otherwise. */
  let up: Session | null = null;
  /** Serializes changes: settings must not be applied to a link that is being removed. */
  const next = taskQueue();

  async function attempt(reason: BlockReason, work: Promise<void>): Promise<BlockReason | null> {
    try {
      await work;
      return null;
    } catch (error) {
      parts.log.error({ cause: reason, reason: reasonOf(error) }, 'The link could not be configured');
      return error instanceof FullDisk ? 'disk_full' : reason;
    }
  }

  function setPeer(session: WireguardSession): Promise<void> {
    const outerPeers = session.via === undefined ? [] : [hopPeer(session.via, session.gateway)];
    return parts.wireguard.setPeer(peerOf(session), linkMtuOf(session), ...outerPeers);
  }

  /** The first gateway of two, which carries only the packets to the second. */
  function hopPeer({ gateway, admittance, outerTransport }: Hop, exit: Gateway) {
    const direct = { host: gateway.address, port: admittance.wireguardPort };
    return {
      publicKey: gateway.wireguardPublicKey,
      endpoint: outerTransport === undefined ? formatEndpoint(direct) : localEndpoint(outerTransport),
      allowedIps: [`${exit.address}/32`],
      persistentKeepalive: keepalive,
    };
  }

  /** Sets routes and resolvers by the user's settings. */
  function setRoutesAndDns(session: Session, settings: LinkSettings): Promise<BlockReason | null>[] {
    const link = parts.links[session.protocol];
    return [
      attempt('routing_failed', parts.routing.raise(addressesOf(session, link, settings.allowLan))),
      attempt('dns_failed', setResolvers(session, settings, link)),
    ];
  }

  async function setResolvers(session: Session, settings: LinkSettings, link: string): Promise<void> {
    const { dns, localResolver } = parts;
    const gateway = gatewayResolvers(session);
    const plan = resolverPlan(gateway, settings);
    if (plan === null) await dns.use(resolversOf(gateway, settings), link);
    else await dns.use([await localResolver.start(plan)], link);
    if (plan === null) await localResolver.stop();
  }

  function markDirty(): void {
    dirty = true;
    used = true;
  }

  async function removeAll(): Promise<void> {
    up = null;
    restoredTicket = null;
    const failures = await Promise.all([
      attempt('routing_failed', parts.routing.lower()),
      attempt('dns_failed', parts.dns.restore()),
      attempt('dns_failed', parts.localResolver.stop()),
      attempt('tunnel_device_failed', parts.wireguard.clearPeers()),
      attempt('tunnel_device_failed', parts.openvpn.lower()),
      attempt('tunnel_device_failed', parts.outerTransports.lower()),
    ]);
    if (used) parts.forgetConnections();
    dirty = failures.some((reason) => reason !== null);
    used &&= dirty;
  }

  return {
    get used() {
      return used;
    },
    async repeatHandshake(session) {
      await attempt('tunnel_device_failed', parts.wireguard.clearPeers());
      await attempt('tunnel_device_failed', setPeer(session));
    },
    async repeatHop(hop, exit) {
      await attempt('tunnel_device_failed', parts.wireguard.clearPeers());
      await attempt('tunnel_device_failed', parts.wireguard.setPeer(hopPeer(hop, exit), hopMtuOf(hop)));
    },
    async sendHandshake(session) {
      await attempt('tunnel_device_failed', setPeer(session));
    },
    markDirty,
    async openHop(hop, exit) {
      markDirty();
      const route = { from: hop.admittance.ipv4, to: exit.address };
      const failures = await Promise.all([
        attempt('tunnel_device_failed', parts.wireguard.setPeer(hopPeer(hop, exit), hopMtuOf(hop))),
        attempt('routing_failed', parts.routing.raiseHop(parts.links.wireguard, route)),
      ]);
      parts.forgetConnections();
      const failure = failures.find((reason) => reason !== null);
      return failure ? err(failure) : ok(null);
    },
    raise: (session, settings) =>
      next(async () => {
        markDirty();
        restoredTicket = null;
        // The route to the second gateway, or those of the tunnel that is replaced, exist already; they are set again.
        if (hopOf(session).hop !== undefined || up !== null) await parts.routing.lower();
        up = null;
        const failures = await Promise.all([
          session.protocol === 'wireguard' ? attempt('tunnel_device_failed', setPeer(session)) : null,
          ...setRoutesAndDns(session, settings),
        ]);
        parts.forgetConnections();
        const failure = failures.find((reason) => reason !== null);
        if (failure) return err(failure);
        up = session;
        return ok(null);
      }),
    lower: (unless) =>
      next(async () => {
        const isKept = restoredTicket !== null && unless?.ticket === restoredTicket;
        if (dirty && !isKept) await removeAll();
      }),
    adapt: (settings) =>
      next(async () => {
        if (up === null) return true;
        await parts.routing.lower();
        const failures = await Promise.all(setRoutesAndDns(up, settings));
        return failures.every((reason) => reason === null);
      }),
  };
}
