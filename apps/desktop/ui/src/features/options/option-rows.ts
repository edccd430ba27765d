import { formatClockTime, plural, formatText } from '@comet/texts';
import {
  accessTexts,
  forwardsTexts,
  listsTexts,
  networkRulesTexts,
  optionsTexts,
  ownListsTexts,
  profilesTexts,
  proxiesTexts,
  routesTexts,
  splitTexts,
} from '@comet/texts/desktop';
import { accessMethodNames, choiceNames } from '@comet/texts/tunnel';
import { type DaemonSettings, type PlatformFeature, type Snapshot, subjectOf } from '@comet/tunnel-protocol';
import type { Screen } from '../navigation/index.ts';
import { chosenTransport, dnsText, nextLocation, serverName, splitTunnelText } from '../profiles/index.ts';

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
  | 'own-lists'
  | 'profiles'
  | 'routes'
>;

/** The platform features that a screen requires. */
const needs: Partial<Record<OptionScreen, PlatformFeature>> = {
  split: 'split_tunnel',
  'multi-hop': 'multi_hop',
  forwards: 'port_forwarding',
  'own-lists': 'own_lists',
  routes: 'routes',
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

function allRows({ settings, profile, tunnel, next }: Snapshot, now: number): readonly OptionRow[] {
  const {
    localProxies,
    locationProxies,
    forwardedPorts,
    trustedNetworks,
    networkRules,
    locationLists,
    profiles,
  } = settings;
  const openPorts = localProxies.length + locationProxies.length;
  const named = [...trustedNetworks, ...networkRules];
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
      value: serverName(settings.server, nextLocation(next)),
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
      screen: 'own-lists',
      term: ownListsTexts.title,
      value:
        settings.nameLists.length === 0
          ? optionsTexts.none
          : formatText(plural(settings.nameLists.length, ownListsTexts.count), {
              count: settings.nameLists.length,
            }),
      also: [ownListsTexts.allowed, ownListsTexts.addUrl],
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
      value: named.length === 0 ? optionsTexts.none : [...new Set(named.map(({ name }) => name))].join(', '),
      also: [optionsTexts.networks.trust, optionsTexts.networks.trusted, networkRulesTexts.title],
    },
    {
      screen: 'proxies',
      term: proxiesTexts.title,
      value:
        openPorts === 0
          ? optionsTexts.none
          : formatText(plural(openPorts, proxiesTexts.open), { count: openPorts }),
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
    {
      screen: 'profiles',
      term: profilesTexts.title,
      value:
        profile ??
        (profiles.length === 0
          ? optionsTexts.none
          : formatText(plural(profiles.length, profilesTexts.count), { count: profiles.length })),
      also: [profilesTexts.why, ...profiles.map(({ name }) => name)],
    },
    {
      screen: 'routes',
      term: routesTexts.title,
      value:
        settings.routes.length === 0
          ? optionsTexts.none
          : formatText(plural(settings.routes.length, routesTexts.count), { count: settings.routes.length }),
      also: [routesTexts.add, ...settings.routes.map(subjectOf)],
    },
  ];
}

/** Returns the text about a pause. */
export function pauseText({ pausedUntil }: DaemonSettings, now: number): string {
  return pausedUntil === null || Date.parse(pausedUntil) <= now
    ? optionsTexts.pause.not
    : formatText(optionsTexts.pause.until, { time: formatClockTime(pausedUntil) });
}
