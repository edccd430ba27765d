import type { CommandName, DaemonSettings, ParamsOf, PlatformFeature } from '@comet/tunnel-protocol';
import { wireguardTransports } from '@comet/tunnel-protocol/choices';
import { mayUseUdp } from '../../gateways/attempts/transport-order.ts';
import { settingsOfTransport, withNetworkRule } from '../../model/settings/network-rule.ts';
import type { ProfileSettings } from '../../model/settings/profiles.ts';
import { readSettingsText } from '../../model/settings/settings-text.ts';
import { hasOwnLists, needsResolverProgram } from '../../tunnel/resolvers.ts';

type Params = Readonly<Record<string, unknown>>;

/** The platform features that a request needs. */
export function featuresOf(command: CommandName, params: Params): readonly PlatformFeature[] {
  switch (command) {
    case 'protocol.set':
      return params['protocol'] === 'openvpn' ? ['openvpn'] : [];
    case 'variant.set':
      return params['variant'] === 'automatic' ? [] : ['openvpn'];
    case 'wireguard-over.set':
      return wireguardTransports.some((over) => over === params['over']) ? ['wireguard_over'] : [];
    case 'split.set':
      return params['mode'] === 'off' ? [] : ['split_tunnel'];
    case 'split.add':
    case 'split.adopt':
      return ['split_tunnel'];
    case 'dns.set':
      return featuresOfDns(params['dns'] as DaemonSettings['dns']);
    case 'api.add-text':
      return ['api_obfuscation'];
    case 'route.add':
    case 'proxy.add-location':
      return ['routes'];
    case 'forward.add':
      return ['port_forwarding'];
    case 'connect':
      return typeof params['via'] === 'string' ? ['multi_hop'] : [];
    case 'network-rule.set': {
      const { transport, dns = null } = params['rule'] as ParamsOf<'network-rule.set'>['rule'];
      return [
        ...(transport ? featuresOfTransport(settingsOfTransport(transport)) : []),
        ...featuresOfDns(dns),
      ];
    }
    case 'name-list.add-url':
    case 'name-list.add-text':
    case 'allowed-names.add':
      return ['own_lists'];
    case 'split-dns.add':
      return ['split_dns'];
    case 'settings.import':
      return featuresIn(String(params['text']));
    default:
      return [];
  }
}

/** The platform features that an imported settings file needs. */
function featuresIn(text: string): readonly PlatformFeature[] {
  const read = readSettingsText(text);
  if (read === null) return [];
  return [
    ...[read, ...read.profiles].flatMap(featuresOfSettings),
    ...read.networkRules.flatMap((rule) => featuresOfChoices(withNetworkRule(read, rule))),
    ...(read.splitDns.length > 0 ? (['split_dns'] as const) : []),
    ...(hasOwnLists(read) ? (['own_lists'] as const) : []),
    ...(read.forwardedPorts.length > 0 ? (['port_forwarding'] as const) : []),
    ...(read.routes.length > 0 ? (['routes'] as const) : []),
  ];
}

function featuresOfTransport(
  settings: Pick<ProfileSettings, 'protocol' | 'variant' | 'wireguardOver'>,
): readonly PlatformFeature[] {
  const usesOpenvpn = settings.protocol === 'openvpn' || settings.variant !== 'automatic';
  return [
    ...(usesOpenvpn ? (['openvpn'] as const) : []),
    ...(mayUseUdp(settings) ? [] : (['wireguard_over'] as const)),
  ];
}

function featuresOfDns(dns: DaemonSettings['dns']): readonly PlatformFeature[] {
  return needsResolverProgram(dns) ? ['encrypted_dns'] : [];
}

/** The features that the choices of a network rule need. */
function featuresOfChoices(settings: Omit<ProfileSettings, 'splitTunnel'>): readonly PlatformFeature[] {
  return [...featuresOfTransport(settings), ...featuresOfDns(settings.dns)];
}

function featuresOfSettings(settings: ProfileSettings): readonly PlatformFeature[] {
  const { mode, apps, networks } = settings.splitTunnel;
  return [
    ...featuresOfChoices(settings),
    ...(mode !== 'off' || apps.length + networks.length > 0 ? (['split_tunnel'] as const) : []),
  ];
}
