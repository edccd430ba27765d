import { isDeepStrictEqual } from 'node:util';
import { type DaemonSettings, isAccountRefusal, type Transport } from '@comet/tunnel-protocol';
import { outerTransportOf, type Session, type WireguardSession } from '../model/session.ts';
import type { Gateway } from '../model/gateway.ts';
import type { Choice } from '../gateways/attempts/transport-order.ts';
import type {
  ApiContact,
  FirewallPolicy,
  GatewayContact,
  WebContact,
} from '../platform/firewall/firewall.ts';
import { mayForward } from './forwarding/may-forward.ts';
import { gatewayResolvers, type ResolverSettings, resolversOf } from './resolvers.ts';
import { dataPlaneOf, leaseOf, outerGatewayOf, outerPlane, tcpPortsOf, sessionTransport } from './session.ts';
import { splitServers } from './split-dns.ts';
import type { Connecting, State } from './state.ts';
import { isFallback } from './monitoring/wireguard-retries.ts';

export interface PolicySettings extends ResolverSettings, Choice {
  readonly lockdown: boolean;
  readonly allowLan: boolean;
  readonly splitTunnel: Pick<DaemonSettings['splitTunnel'], 'mode'>;
  readonly forwardedPorts: DaemonSettings['forwardedPorts'];
  readonly api: readonly ApiContact[];
  readonly dashboard: readonly WebContact[];
  /** The link of each protocol. */
  readonly links: Readonly<Record<Transport['protocol'], string>>;
  /** Whether a program shows the network's sign-in page. */
  readonly portal?: boolean;
  /** The traffic of routes; absent without routes. */
  readonly routed?: Extract<FirewallPolicy, { kind: 'connected' }>['routed'];
}

/** Returns the firewall policy of a state. It depends only on the state, so that every sequence of states leads to the right policy. */
export function policyOf(state: State, settings: PolicySettings): FirewallPolicy | null {
  const policy = policyWithoutSplit(state, settings);
  if (policy === null) return null;
  const { splitOutside: _, ...rest } = withoutPortal(policy);
  const { lockdown, splitTunnel } = settings;
  // Under lockdown no traffic leaves without a tunnel, including that of excluded programs and networks.
  const maySplit = splitTunnel.mode !== 'off' && (!lockdown || state.kind === 'connected');
  const routed = rest.kind === 'connected' && settings.routed ? { routed: settings.routed } : {};
  const portal = rest.kind !== 'connected' && settings.portal ? ({ portal: true } as const) : {};
  return { ...rest, ...routed, ...portal, ...(maySplit ? { splitOutside: true } : {}) };
}

/** The policy of an earlier state may have it. */
function withoutPortal(policy: FirewallPolicy): FirewallPolicy {
  if (policy.kind === 'connected') return policy;
  const { portal: _, ...rest } = policy;
  return rest;
}

function policyWithoutSplit(state: State, settings: PolicySettings): FirewallPolicy | null {
  const { lockdown, allowLan, api, links } = settings;
  switch (state.kind) {
    case 'disconnected':
      return lockdown ? { kind: 'blocked', allowLan, api } : null;
    case 'error':
      // The user resolves a refusal by the account in the dashboard.
      return isAccountRefusal(state.reason)
        ? { kind: 'blocked', allowLan, api, dashboard: settings.dashboard }
        : { kind: 'blocked', allowLan, api };
    case 'connecting': {
      const { connectionAttempt, admitted } = state;
      // They allow only packets with the tunnel's own address into the tunnel: so they may be in force before its routes are set.
      if (admitted !== null) return withOpening(throughTunnel(admitted, settings), state);
      const contact =
        connectionAttempt === null
          ? null
          : contactOf(connectionAttempt.via ?? connectionAttempt.gateway, connectionAttempt.transport);
      if (connectionAttempt === null || contact === null) return { kind: 'blocked', allowLan, api };
      const through = connectionAttempt.via === undefined ? {} : beyond(connectionAttempt.gateway, links);
      const gateway =
        connectionAttempt.transport.protocol === 'openvpn'
          ? withProbes(contact, connectionAttempt.gateway)
          : contact;
      return withOpening({ kind: 'connecting', allowLan, api, gateway, ...through }, state);
    }
    case 'connected':
      return withNext(throughTunnel(state.session, settings), state.replacement ?? null);
    case 'disconnecting':
      return state.policy;
  }
}

/** The rules while a session's tunnel is up. */
export function throughTunnel(
  session: Session,
  settings: Omit<PolicySettings, 'lockdown' | 'splitTunnel' | 'dashboard'>,
): FirewallPolicy {
  const { allowLan, api, links } = settings;
  const { ipv4, ipv6 } = leaseOf(session);
  const transport = sessionTransport(session);
  const hop = session.protocol === 'wireguard' ? session.via : undefined;
  const port = session.protocol === 'wireguard' ? portOf(session) : undefined;
  const contact = contactOf((hop ?? session).gateway, transport, port);
  if (contact === null) return { kind: 'blocked', allowLan, api };
  const dns = resolversOf(gatewayResolvers(session), settings);
  const at = hop === undefined ? {} : { hop: hop.admittance.ipv4 };
  const tunnel = { link: links[transport.protocol], ipv4, ipv6, ...at, dns };
  const through = hop === undefined ? {} : beyond(session.gateway, links);
  const retry = isFallback(session, settings) ? retries(session) : {};
  const { forwardedPorts } = settings;
  const openPorts = mayForward(session) && forwardedPorts.length > 0 ? { openPorts: forwardedPorts } : {};
  const { lan } = splitServers(settings.splitDns);
  const lanDns = allowLan && lan.length > 0 ? { lanDns: lan } : {};
  return {
    kind: 'connected',
    allowLan,
    gateway: contact,
    ...retry,
    tunnel,
    ...lanDns,
    ...openPorts,
    ...through,
  };
}

/** Permits WireGuard's UDP ports: to the device, and to a program that sends handshakes of the running tunnel there. */
function retries(session: Session) {
  const { protocol } = session;
  const retryPorts = outerGatewayOf(session).wireguardPorts;
  if (protocol === 'openvpn') return { retryPorts };
  const opening = retryPorts.map((port) => ({ transport: 'udp', port, sender: 'program' }) as const);
  return { retryPorts, opening };
}

/** The port of the gateway's server that the packets are sent to, of two gateways the first. */
function portOf(session: WireguardSession): number {
  return outerTransportOf(session)?.port ?? (session.via ?? session).admittance.wireguardPort;
}

/** Permits the other transports of the gateway, of two gateways the first, while they are being opened. */
function withOpening(policy: FirewallPolicy, { connectionAttempt, opening }: Connecting): FirewallPolicy {
  if (policy.kind === 'blocked' || connectionAttempt === null || opening !== true) return policy;
  const { gateway, via = gateway } = connectionAttempt;
  const planes = via.wireguardTransports.map(outerPlane);
  const others = planes.filter((plane) => !isDeepStrictEqual(plane, policy.gateway.dataPlane));
  return others.length === 0 ? policy : { ...policy, opening: others };
}

/** Permits the handshake with the gateway of a prepared session, too. */
function withNext(policy: FirewallPolicy, next: WireguardSession | null): FirewallPolicy {
  if (policy.kind !== 'connected' || next === null) return policy;
  const contact = contactOf(next.gateway, { protocol: 'wireguard' }, next.admittance.wireguardPort);
  return contact === null ? policy : { ...policy, nextGateway: contact };
}

/** Returns the contact of a transport over TCP, with the ports that show whether the gateway responds at all. */
function withProbes(contact: GatewayContact, gateway: Gateway): GatewayContact {
  return contact.dataPlane.transport === 'tcp' ? { ...contact, probePorts: tcpPortsOf(gateway) } : contact;
}

/** The second gateway, reachable through the first only. */
function beyond({ address, wireguardPort, admissionPort }: Gateway, links: PolicySettings['links']) {
  return { through: { link: links.wireguard, address, wireguardPort, admissionPort } };
}

/** Null if the gateway does not offer the transport. */
function contactOf(gateway: Gateway, transport: Transport, wireguardPort?: number): GatewayContact | null {
  const dataPlane = dataPlaneOf(gateway, transport, wireguardPort);
  if (dataPlane === null) return null;
  const { address, admissionPort } = gateway;
  return { address, dataPlane, admissionPort: transport.protocol === 'wireguard' ? admissionPort : null };
}
