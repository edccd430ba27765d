import type { BlockListName, DaemonSettings, Snapshot } from '@comet/tunnel-protocol';
import { blockListNames } from '@comet/tunnel-protocol/choices';
import { featureTexts as texts, localProxyTexts } from '@comet/texts/tunnel';

/** What holds by each of these settings, in words. */
export const featureWords = {
  'dns.set': ({ dns }: DaemonSettings) => texts.dns(dns),
  'block-lists.set': ({ blockLists }: DaemonSettings, missingLists: readonly BlockListName[] = []) =>
    describeLists(
      blockListNames.filter((name) => blockLists[name]),
      missingLists,
    ).join('\n'),
  'server.set': ({ server }: DaemonSettings) => texts.server(server),
  pause: ({ pausedUntil }: DaemonSettings) =>
    pausedUntil === null ? texts.resumed : texts.paused(new Date(pausedUntil).toLocaleTimeString('en-GB')),
  resume: () => texts.resumed,
  'auto-connect.set': ({ autoConnect }: DaemonSettings) => texts.autoConnect[autoConnect ? 'on' : 'off'],
  'post-quantum.set': ({ postQuantum }: DaemonSettings) => texts.postQuantum[postQuantum ? 'on' : 'off'],
  'network.trust': ({ trustedNetworks }: DaemonSettings) =>
    texts.trusted(trustedNetworks.map(({ name }) => name)),
  'network.distrust': ({ trustedNetworks }: DaemonSettings) =>
    texts.trusted(trustedNetworks.map(({ name }) => name)),
  'proxy.list': ({ localProxies }: DaemonSettings) => texts.proxies(localProxies),
  'proxy.add': ({ localProxies }: DaemonSettings) => texts.proxies(localProxies),
  'proxy.remove': ({ localProxies }: DaemonSettings) => texts.proxies(localProxies),
  'split.list': ({ splitTunnel }: DaemonSettings) => texts.split(splitTunnel),
  'split.set': ({ splitTunnel }: DaemonSettings) => texts.split(splitTunnel),
  'split.add': ({ splitTunnel }: DaemonSettings) => texts.split(splitTunnel),
  'split.remove': ({ splitTunnel }: DaemonSettings) => texts.split(splitTunnel),
} as const;

/** A line for each of them that is not as it was when Comet was installed. */
export function describeFeatures({
  settings,
  missingLists = [],
  proxyTrouble = null,
}: Pick<Snapshot, 'settings' | 'missingLists' | 'proxyTrouble'>): readonly string[] {
  const { server, dns, blockLists, pausedUntil, autoConnect, trustedNetworks, splitTunnel, localProxies } =
    settings;
  return [
    ...(pausedUntil === null ? [] : [featureWords.pause(settings)]),
    ...(server === 'last' ? [] : [featureWords['server.set'](settings)]),
    ...(dns === null ? [] : [featureWords['dns.set'](settings)]),
    ...(Object.values(blockLists).includes(true)
      ? [featureWords['block-lists.set'](settings, missingLists)]
      : []),
    ...(splitTunnel.mode === 'off' ? [] : [featureWords['split.set'](settings)]),
    ...(localProxies.length === 0 ? [] : [featureWords['proxy.list'](settings)]),
    ...(localProxies.length === 0 || proxyTrouble === null ? [] : [localProxyTexts[proxyTrouble]]),
    ...(autoConnect ? [featureWords['auto-connect.set'](settings)] : []),
    ...(trustedNetworks.length > 0 ? [featureWords['network.trust'](settings)] : []),
  ];
}

/** What of the chosen lists holds, and what does not. */
function describeLists(
  chosen: readonly BlockListName[],
  missing: readonly BlockListName[],
): readonly string[] {
  const held = chosen.filter((name) => !missing.includes(name));
  return [
    ...(held.length > 0 || chosen.length === 0 ? [texts.block(held)] : []),
    ...(missing.length > 0 ? [texts.missingLists(missing)] : []),
  ];
}
