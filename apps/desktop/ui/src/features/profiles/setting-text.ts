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

export interface KnownLocation {
  readonly code: string;
  readonly city: string;
  readonly countryName: string;
}

/** The daemon's next target, while the list of locations is not loaded. */
export function nextLocation(next: Snapshot['next']): readonly KnownLocation[] {
  return next ? [{ code: next.place.location, ...next.place }] : [];
}

/** Returns the name of a chosen location if it is known, otherwise its code or the name of a list. */
export function serverName(server: string, known: readonly KnownLocation[]): string {
  if (server === 'last' || server === 'nearest' || server === 'random') return optionsTexts.server[server];
  const location = known.find(({ code }) => code === server);
  return location === undefined
    ? server
    : formatText(locationTexts.place, { city: location.city, country: location.countryName });
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
export function profileText(profile: Profile, known: readonly KnownLocation[]): string {
  const transport = chosenTransport(profile);
  return [
    serverName(profile.server, known),
    transport === 'automatic' ? profilesTexts.automatic : choiceNames[transport],
    dnsText(profile),
    profile.splitTunnel.mode === 'off' ? profilesTexts.noSplit : splitTunnelText(profile.splitTunnel),
  ].join(' · ');
}
