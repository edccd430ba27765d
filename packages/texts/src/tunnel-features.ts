import type { BlockListName, DaemonSettings } from '@comet/tunnel-protocol';

/** The sentences about what a user can choose beside the location. */
export const featureTexts = {
  help: `  comet set dns ADDRESS… | default              ask these resolvers, through the tunnel
  comet set block ads trackers malware | none   names that the gateway does not answer for`,
  dnsForm: 'Name one to three addresses of resolvers, or `default`.',
  dnsNotPublic:
    'This is no public address. A resolver of the local network would hear every name, outside of the tunnel.',
  blockForm: 'Name one or more of ads, trackers and malware, or `none`.',
  dns: (dns: DaemonSettings['dns']) =>
    dns === null
      ? "Names are asked at the gateway's resolver."
      : `Names are asked at ${dns.servers.join(', ')}.`,
  block: (lists: readonly BlockListName[]) =>
    lists.length === 0 ? 'No names are blocked.' : `Names on these lists are blocked: ${lists.join(', ')}.`,
} as const;
