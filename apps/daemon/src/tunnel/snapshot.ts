import { formatEndpoint } from '@comet/foundation';
import type { PeerStatus } from '@comet/linux-network';
import type { Snapshot, TunnelState } from '@comet/tunnel-protocol';
import type { Memory } from '../platform/state-file.ts';
import type { State } from './state.ts';

/** What the daemon tells its clients about itself. Names no secret: neither keys nor tickets nor tokens. */
export function snapshotOf(
  state: State,
  blocking: boolean,
  memory: Pick<Memory, 'account' | 'settings'>,
  peer: PeerStatus | null,
): Snapshot {
  const { account, settings } = memory;
  return {
    tunnel: tunnelOf(state, blocking, settings.lockdown),
    account: account === null ? null : { email: account.email, device: account.deviceName },
    settings,
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

function tunnelOf(state: State, blocking: boolean, lockdown: boolean): TunnelState {
  const since = state.since.toISOString();
  switch (state.kind) {
    case 'disconnected':
      return lockdown
        ? { state: 'error', since, reason: 'locked_down', blocking, retryAt: null }
        : { state: 'disconnected', since };
    case 'connecting':
      return {
        state: 'connecting',
        since,
        place: state.gateway?.place ?? null,
        way: state.gateway === null ? null : { protocol: 'wireguard' },
        attempt: state.attempt,
      };
    case 'connected': {
      const { gateway, admittance } = state.session;
      const { ipv4, ipv6, wireguardPort } = admittance;
      const endpoint = formatEndpoint({ host: gateway.address, port: wireguardPort });
      return {
        state: 'connected',
        since,
        place: gateway.place,
        link: { protocol: 'wireguard', endpoint, ipv4, ipv6 },
        standsInFor: null,
      };
    }
    case 'disconnecting':
      return { state: 'disconnecting', since };
    case 'error':
      return {
        state: 'error',
        since,
        reason: state.reason,
        blocking,
        retryAt: state.retryAt?.toISOString() ?? null,
      };
  }
}
