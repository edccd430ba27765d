import { formatClockTime, locationTexts, plural, formatText } from '@comet/texts';
import {
  accessTexts,
  forwardsTexts,
  listsTexts,
  optionsTexts,
  proxiesTexts,
  splitTexts,
} from '@comet/texts/desktop';
import { accessMethodNames, choiceNames } from '@comet/texts/tunnel';
import type { DaemonSettings, PlatformFeature, Snapshot, TransportChoice } from '@comet/tunnel-protocol';
import { blockListNames } from '@comet/tunnel-protocol/choices';
import type { Screen } from '../navigation/index.ts';

export interface OptionRow {
  readonly screen: OptionScreen;
  readonly term: string;
  /** Label of the current value. */
  readonly value: string;
  /** Additional search words: the values that can be chosen. */
  readonly also: readonly string[];
}

/** The settings that have their own screen. */
export type OptionScreen = Extract<
  Screen,
  | 'protocol'
  | 'server'
  | 'names'
  | 'split'
  | 'networks'
  | 'proxies'
  | 'forwards'
  | 'access'
  | 'multi-hop'
  | 'pause'
  | 'lists'
>;

/** The platform features that a screen requires. */
const needs: Partial<Record<OptionScreen, PlatformFeature>> = {
  split: 'split_tunnel',
  'multi-hop': 'multi_hop',
  forwards: 'port_forwarding',
};

/**
 * Returns the options with their values, without those that this system does not support. `now` in ms since 1970: an expired pause is not
 * shown.
 */
export function optionRows(snapshot: Snapshot, now: number): readonly OptionRow[] {
  const { unsupported = [] } = snapshot;
  return allRows(snapshot, now).filter(({ screen }) => {
    const feature = needs[screen];
    return feature === undefined || !unsupported.includes(feature);
  });
}

function chosenTransport(settings: Snapshot['settings']): TransportChoice {
  const { protocol, variant, wireguardOver, wireguardPort } = settings;
  if (protocol === 'openvpn' && variant !== 'automatic') return variant;
  if (protocol === 'wireguard' && (wireguardOver === 'quic' || wireguardOver === 'tcp'))
    return `wireguard_${wireguardOver}`;
  return protocol === 'wireguard' && wireguardPort !== 'automatic' ? wireguardPort : protocol;
}

function allRows({ settings, tunnel, next }: Snapshot, now: number): readonly OptionRow[] {
  const { localProxies, forwardedPorts, trustedNetworks, locationLists } = settings;
  const chosen = chosenTransport(settings);
  const hop = tunnel.state === 'connected' && tunnel.via !== undefined ? tunnel : null;
  return [
    {
      screen: 'protocol',
      term: optionsTexts.protocol.title,
      value: chosen === 'automatic' ? optionsTexts.protocol.automatic : choiceNames[chosen],
      also: [...Object.values(choiceNames), ...Object.values(optionsTexts.protocol.variants)],
    },
    {
      screen: 'server',
      term: optionsTexts.server.title,
      value: serverName(settings.server, next),
      also: Object.values(optionsTexts.server),
    },
    {
      screen: 'names',
      term: optionsTexts.names.title,
      value: dnsText(settings),
      also: [
        ...Object.values(optionsTexts.names.lists),
        optionsTexts.names.blockTitle,
        optionsTexts.names.own,
      ],
    },
    {
      screen: 'split',
      term: splitTexts.title,
      value: splitTunnelText(settings.splitTunnel),
      also: [...Object.values(splitTexts.modes), splitTexts.named],
    },
    {
      screen: 'networks',
      term: optionsTexts.networks.title,
      value:
        trustedNetworks.length === 0 ? optionsTexts.none : trustedNetworks.map(({ name }) => name).join(', '),
      also: [optionsTexts.networks.trust],
    },
    {
      screen: 'proxies',
      term: proxiesTexts.title,
      value:
        localProxies.length === 0
          ? optionsTexts.none
          : formatText(plural(localProxies.length, proxiesTexts.open), {
              count: localProxies.length,
            }),
      also: [proxiesTexts.why],
    },
    {
      screen: 'forwards',
      term: forwardsTexts.title,
      value:
        forwardedPorts.length === 0
          ? optionsTexts.none
          : formatText(plural(forwardedPorts.length, forwardsTexts.open), { count: forwardedPorts.length }),
      also: [forwardsTexts.add],
    },
    {
      screen: 'access',
      term: accessTexts.title,
      value: accessTexts.summary,
      also: [accessTexts.proxy, ...Object.values(accessMethodNames)],
    },
    {
      screen: 'multi-hop',
      term: optionsTexts.multiHop.title,
      value:
        hop?.via === undefined
          ? optionsTexts.off
          : formatText(optionsTexts.multiHop.now, { entry: hop.via.city, exit: hop.place.city }),
      also: [optionsTexts.multiHop.enter, optionsTexts.multiHop.leave],
    },
    {
      screen: 'pause',
      term: optionsTexts.pause.title,
      value: pauseText(settings, now),
      also: [optionsTexts.pause.why],
    },
    {
      screen: 'lists',
      term: listsTexts.title,
      value:
        locationLists.length === 0
          ? optionsTexts.none
          : formatText(plural(locationLists.length, listsTexts.count), { count: locationLists.length }),
      also: [listsTexts.why, ...locationLists.map(({ name }) => name)],
    },
  ];
}

/** Returns the name of a chosen location if it is the daemon's next target, otherwise its code. */
function serverName(server: string, next: Snapshot['next']): string {
  if (server === 'last' || server === 'nearest' || server === 'random') return optionsTexts.server[server];
  return next?.place.location === server
    ? formatText(locationTexts.place, { city: next.place.city, country: next.place.countryName })
    : server;
}

function dnsText({ dns, blockLists }: DaemonSettings): string {
  if (dns !== null) return formatText(optionsTexts.names.at, { servers: dns.servers.join(', ') });
  const lists = blockListNames
    .filter((list) => blockLists[list])
    .map((list) => optionsTexts.names.lists[list]);
  return lists.length === 0
    ? optionsTexts.names.gateway
    : formatText(optionsTexts.names.blocked, { lists: lists.join(', ') });
}

function splitTunnelText({ mode, apps, networks }: DaemonSettings['splitTunnel']): string {
  if (mode === 'off') return optionsTexts.off;
  const forms = mode === 'exclude' ? splitTexts.counted : splitTexts.countedIn;
  const count = apps.length + networks.length;
  return formatText(plural(count, forms), { count });
}

/** Returns the text about a pause. */
export function pauseText({ pausedUntil }: DaemonSettings, now: number): string {
  return pausedUntil === null || Date.parse(pausedUntil) <= now
    ? optionsTexts.pause.not
    : formatText(optionsTexts.pause.until, { time: formatClockTime(pausedUntil) });
}
