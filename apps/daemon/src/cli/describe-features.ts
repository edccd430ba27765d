import type { DaemonSettings } from '@comet/tunnel-protocol';
import { blockListNames } from '@comet/tunnel-protocol/choices';
import { featureTexts as texts } from '@comet/texts/tunnel';

/** What holds by each of these settings, in words. */
export const featureWords = {
  'dns.set': ({ dns }: DaemonSettings) => texts.dns(dns),
  'block-lists.set': ({ blockLists }: DaemonSettings) =>
    texts.block(blockListNames.filter((name) => blockLists[name])),
} as const;

/** A line for each of them that is not as it was when Comet was installed. */
export function describeFeatures(settings: DaemonSettings): readonly string[] {
  const { dns, blockLists } = settings;
  return [
    ...(dns === null ? [] : [featureWords['dns.set'](settings)]),
    ...(Object.values(blockLists).includes(true) ? [featureWords['block-lists.set'](settings)] : []),
  ];
}
