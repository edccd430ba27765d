import { formatText, locationTexts, plural } from '@comet/texts';
import { optionsTexts, profilesTexts, splitTexts } from '@comet/texts/desktop';
import { choiceNames } from '@comet/texts/tunnel';
import type { Profile, Snapshot, TransportChoice } from '@comet/tunnel-protocol';
import { blockListNames } from '@comet/tunnel-protocol/choices';

/** The chosen settings that a profile contains. */
type Chosen = Omit<Profile, 'name'>;

/** Returns the most specific choice of what carries the tunnel. */
export function chosenTransport(settings: Chosen): TransportChoice {
  const { protocol, variant, wireguardOver, wireguardPort } = settings;
  if (protocol === 'openvpn' && variant !== 'automatic') return variant;
  if (protocol === 'wireguard' && wireguardOver !== 'automatic' && wireguardOver !== 'direct')
    return `wireguard_${wireguardOver}`;
  return protocol === 'wireguard' && wireguardPort !== 'automatic' ? wireguardPort : protocol;
}

/** Returns the name of a chosen location if it is the daemon's next target, otherwise its code. */
export function serverName(server: string, next: Snapshot['next']): string {
  if (server === 'last' || server === 'nearest' || server === 'random') return optionsTexts.server[server];
  return next?.place.location === server
    ? formatText(locationTexts.place, { city: next.place.city, country: next.place.countryName })
    : server;
}

/** Describes the chosen resolvers or block lists. */
export function dnsText({ dns, blockLists }: Chosen): string {
  if (dns !== null) return formatText(optionsTexts.names.at, { servers: dns.servers.join(', ') });
  const lists = blockListNames
    .filter((list) => blockLists[list])
    .map((list) => optionsTexts.names.lists[list]);
  return lists.length === 0
    ? optionsTexts.names.gateway
    : formatText(optionsTexts.names.blocked, { lists: lists.join(', ') });
}

/** Describes split tunnelling by the number of its items. */
export function splitTunnelText({ mode, apps, networks }: Chosen['splitTunnel']): string {
  if (mode === 'off') return optionsTexts.off;
  const forms = mode === 'exclude' ? splitTexts.counted : splitTexts.countedIn;
  const count = apps.length + networks.length;
  return formatText(plural(count, forms), { count });
}

/** Describes a profile in one line. */
export function profileText(profile: Profile, next: Snapshot['next']): string {
  const transport = chosenTransport(profile);
  return [
    serverName(profile.server, next),
    transport === 'automatic' ? profilesTexts.automatic : choiceNames[transport],
    dnsText(profile),
    profile.splitTunnel.mode === 'off' ? profilesTexts.noSplit : splitTunnelText(profile.splitTunnel),
  ].join(' · ');
}
