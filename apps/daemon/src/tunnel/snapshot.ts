import type { PeerStatus } from '@comet/linux-network';
import {
  isAccountRefusal,
  isAnyCity,
  outsideOf,
  type Snapshot,
  type TunnelState,
} from '@comet/tunnel-protocol';
import { outerTransportOf, type Session } from '../model/session.ts';
import { profileInUse } from '../model/settings/profiles.ts';
import type { DaemonState } from '../platform/files/daemon-state.ts';
import { gatewayResolvers, missingLists, missingListsOf } from './resolvers.ts';
import { endpointOf, leaseOf, sessionTransport } from './session.ts';
import type { State } from './state.ts';
import { isFallback } from './monitoring/wireguard-retries.ts';

/** Counters of the data plane; handshakes with WireGuard only. */
export type Traffic = Pick<PeerStatus, 'rxBytes' | 'txBytes' | 'lastHandshake'>;

/** Returns the snapshot for clients. It contains no keys, tickets or tokens. `active`: the settings with the rule of the current network. */
export function snapshotOf(
  state: State,
  blocking: boolean,
  daemonState: Pick<DaemonState, 'account' | 'logoutNotices' | 'settings' | 'favourites' | 'recents'>,
  peer: Traffic | null,
  dataLeftBytes: number | null = null,
  active = daemonState.settings,
): Snapshot {
  const { account, settings } = daemonState;
  const tunnel = tunnelOf(state, blocking, active);
  const profile = profileInUse(settings);
  const outside = outsideOf({ tunnel, settings });
  return {
    tunnel,
    account: account === null ? null : { email: account.email, device: account.deviceName },
    ...(daemonState.logoutNotices.length > 0 ? { signOutUntold: true } : {}),
    settings,
    ...(profile === undefined ? {} : { profile: profile.name }),
    ...(outside === null ? {} : { outside: { ...outside, named: [...outside.named] } }),
    favourites: [...daemonState.favourites],
    recents: [...daemonState.recents],
    exit: exitOf(state, dataLeftBytes),
    missingLists: [...missingIn(state, active)],
    traffic:
      state.kind === 'connected' && peer !== null
        ? {
            received: peer.rxBytes,
            sent: peer.txBytes,
            lastHandshake:
              peer.lastHandshake === null ? null : new Date(peer.lastHandshake * 1000).toISOString(),
          }
        : null,
  };
}

function exitOf(state: State, dataLeftBytes: number | null): NonNullable<Snapshot['exit']> | null {
  if (state.kind !== 'connected' || state.session.gateway.exit === undefined) return null;
  const { exit } = state.session.gateway;
  return exit.type === 'dedicated'
    ? { type: exit.type, address: exit.address, dataLeftBytes: null }
    : {
        ...{ type: exit.type, address: null, dataLeftBytes },
        ...(isAnyCity(state.session.gateway.place.location) ? { anyCity: true } : {}),
      };
}

function missingIn(state: State, settings: DaemonState['settings']) {
  if (state.kind === 'connected') return missingLists(gatewayResolvers(state.session), settings);
  const gateway = state.kind === 'connecting' ? state.connectionAttempt?.gateway : undefined;
  return gateway === undefined ? [] : missingListsOf(gateway, settings);
}

function tunnelOf(state: State, blocking: boolean, settings: DaemonState['settings']): TunnelState {
  const since = state.since.toISOString();
  switch (state.kind) {
    case 'disconnected':
      return settings.lockdown
        ? failed({ since, reason: state.refusal ?? 'locked_down', blocking, retryAt: null })
        : { state: 'disconnected', since, ...(state.refusal === null ? {} : { refusal: state.refusal }) };
    case 'connecting':
      return {
        state: 'connecting',
        since,
        place: state.connectionAttempt?.gateway.place ?? null,
        way: state.connectionAttempt?.transport ?? null,
        attempt: state.attempt,
      };
    case 'connected': {
      const { session, goal, fallback } = state;
      const { ipv4, ipv6 } = leaseOf(session);
      return {
        state: 'connected',
        since,
        place: session.gateway.place,
        ...(session.protocol === 'wireguard' && session.via !== undefined
          ? { via: session.via.gateway.place }
          : {}),
        link: { ...sessionTransport(session), endpoint: endpointOf(session), ipv4, ipv6 },
        standsInFor: fallback === null ? null : goal.location,
        ...(isFallback(session, settings) ? { fallbackFrom: 'wireguard' as const } : {}),
        ...(isChosen(session, settings) ? {} : { outdated: true }),
      };
    }
    case 'disconnecting':
      return { state: 'disconnecting', since };
    case 'error':
      return failed({
        ...{ since, reason: state.reason, blocking },
        retryAt: state.retryAt?.toISOString() ?? null,
      });
  }
}

function failed(tunnel: Omit<Extract<TunnelState, { state: 'error' }>, 'state' | 'byAccount'>): TunnelState {
  return { state: 'error', ...tunnel, ...(isAccountRefusal(tunnel.reason) ? { byAccount: true } : {}) };
}

/** Whether a connect would try the same attempt first now. */
function isChosen(session: Session, settings: DaemonState['settings']): boolean {
  const { protocol, variant, wireguardOver } = settings;
  if (session.protocol !== (protocol === 'automatic' ? 'wireguard' : protocol)) return false;
  if (session.protocol === 'openvpn') return variant === 'automatic' || session.variant === variant;
  return wireguardOver === 'automatic' || (outerTransportOf(session)?.over ?? 'direct') === wireguardOver;
}
