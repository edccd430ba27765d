import {
  type DaemonSettings,
  freshSettings,
  type NetworkRule,
  type TransportChoice,
} from '@comet/tunnel-protocol';
import { openvpnVariants, wireguardPortChoices, wireguardTransports } from '@comet/tunnel-protocol/choices';
import type { ProfileSettings } from './profiles.ts';

/** The settings that a rule can change, and lockdown. */
type RuledSettings = Omit<ProfileSettings, 'splitTunnel'> & Pick<DaemonSettings, 'lockdown' | 'allowLan'>;

/**
 * Returns the settings that apply in a network with this rule. A rule never weakens lockdown: while it is on, the local network is allowed
 * only if the settings allow it, too.
 */
export function withNetworkRule<S extends RuledSettings>(settings: S, rule: NetworkRule | null): S {
  if (rule === null) return settings;
  const { server, transport, allowLan, dns } = rule;
  return {
    ...settings,
    ...(server === null ? {} : { server }),
    ...(transport === null ? {} : settingsOfTransport(transport)),
    ...(allowLan === null ? {} : { allowLan: allowLan && (settings.allowLan || !settings.lockdown) }),
    ...(dns === null ? {} : { dns, blockLists: freshSettings.blockLists }),
  };
}

/** Whether a setting or a saved goal depends on the current network. */
export function dependsOnNetwork(state: {
  readonly settings: DaemonSettings;
  readonly away: unknown;
  readonly beforeRule: unknown;
}): boolean {
  const { autoConnect, trustedNetworks, networkRules } = state.settings;
  const hasNetworks = trustedNetworks.length + networkRules.length > 0;
  return autoConnect || hasNetworks || state.away !== null || state.beforeRule !== null;
}

/** Whether a rule leaves all settings as they are. */
export function isEmptyRule({ connect, server, transport, allowLan, dns }: NetworkRule): boolean {
  return [connect, server, transport, allowLan, dns].every((choice) => choice === null);
}

type TransportSettings = Pick<DaemonSettings, 'protocol' | 'variant' | 'wireguardPort' | 'wireguardOver'>;

/** The settings that allow only this protocol, variant, WireGuard port or transport. */
export function settingsOfTransport(transport: TransportChoice): TransportSettings {
  const automatic = { variant: 'automatic', wireguardPort: 'automatic', wireguardOver: 'automatic' } as const;
  const port = wireguardPortChoices.find((one) => one === transport);
  const variant = openvpnVariants.find((one) => one === transport);
  if (transport === 'automatic' || transport === 'wireguard' || transport === 'openvpn')
    return { protocol: transport, ...automatic };
  if (variant !== undefined) return { protocol: 'openvpn', ...automatic, variant };
  if (port !== undefined) return { protocol: 'wireguard', ...automatic, wireguardPort: port };
  const over = wireguardTransports.find((one) => transport === `wireguard_${one}`);
  return { protocol: 'wireguard', ...automatic, wireguardOver: over ?? 'automatic' };
}
