import type { Endpoint } from '@comet/foundation';
import type { Gateway } from '../gateways/gateway.ts';
import type { FirewallPolicy, GatewayContact } from '../platform/firewall.ts';
import { type ResolverSettings, resolversOf } from './resolvers.ts';
import type { State } from './state.ts';

export interface PolicySettings extends ResolverSettings {
  readonly lockdown: boolean;
  readonly allowLan: boolean;
  readonly api: readonly Endpoint[];
}

/**
 * What the firewall must hold in a state. It is derived from the state and from nothing else, so that no path through the
 * states can forget it.
 */
export function policyOf(state: State, settings: PolicySettings): FirewallPolicy | null {
  const { lockdown, allowLan, api } = settings;
  switch (state.kind) {
    case 'disconnected':
      return lockdown ? { kind: 'blocked', allowLan, api } : null;
    case 'error':
      return { kind: 'blocked', allowLan, api };
    case 'connecting':
      return state.gateway === null
        ? { kind: 'blocked', allowLan, api }
        : { kind: 'connecting', allowLan, api, gateway: contactOf(state.gateway) };
    case 'connected': {
      const { ipv4, ipv6, wireguardPort } = state.session.admittance;
      const dns = resolversOf(state.session.admittance, settings);
      return {
        kind: 'connected',
        allowLan,
        gateway: { ...contactOf(state.session.gateway), wireguardPort },
        tunnel: { ipv4, ipv6, dns },
      };
    }
    case 'disconnecting':
      return state.policy;
  }
}

function contactOf({ address, wireguardPort, doorPort }: Gateway): GatewayContact {
  return { address, wireguardPort, doorPort };
}
