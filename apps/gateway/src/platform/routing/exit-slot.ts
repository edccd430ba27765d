import { formatIp } from '@comet/foundation';

/** The most exits that one gateway serves: both its ports and the addresses of their tunnels are counted by it. */
export const mostExits = 1_000;

/** Names all of an exit's things on this machine. They follow from its connection slot alone, a number from 0. */
export interface ExitPlace {
  readonly index: number;
  readonly link: string;
  /** Its own routing table, and the mark of packets that are looked up there. */
  readonly table: number;
  readonly mark: number;
  readonly gateway: { readonly ipv4: string; readonly ipv6: string };
  readonly exit: { readonly ipv4: string; readonly ipv6: string };
}

/**
 * Where the tunnels between gateway and exits have their addresses: of those meant for measuring networks (RFC 2544), because no home
 * uses them, and of a ULA beside that of the customers' tunnels.
 */
export const exitNetworks = { ipv4: '198.18.0.0/15', ipv6: 'fd00:c0:e8::/64' } as const;

/** The bit that every mark of ours has. By itself it means: nowhere. */
export const nowhereMark = 0x40_0000;

/** The kernel's group of all links to exits: rules know them by it, for they come and go. */
export const exitLinkGroup = 40_770;

/** Where the tables of exits begin; this one itself holds nothing but refusals. */
export const nowhereTable = 40_000;

/** TCP ports at the gateway's end of each tunnel. */
export const exitControlPort = 5_290;
export const exitMeasurePort = 5_291;

/**
 * What sessions go by that leave through a provider's endpoint, which takes connections and no packets: the mark of their packets, the
 * table that has the gateway take these for its own, and the port at which they are served, by TCP on the loopback and by UDP, for names,
 * at the gateway's own address in the tunnel.
 */
export const tproxyListener = {
  mark: nowhereMark + 2_000,
  table: nowhereTable + 2_000,
  port: 5_292,
} as const;

/** Whether a link is one of an exit's, of this run or of another. */
export function isExitLink(tunnel: string, link: string): boolean {
  const prefix = linkPrefix(tunnel);
  return link.startsWith(prefix) && /^[0-9a-z]{1,2}$/.test(link.slice(prefix.length));
}

/** Fifteen characters are the most that Linux takes. */
function linkPrefix(tunnel: string): string {
  return `${tunnel.slice(0, 11)}x`;
}

/** `tunnel` is the name of the customers' interface, which gives the exits' interfaces theirs. */
export function exitPlace(tunnel: string, index: number): ExitPlace {
  if (!Number.isInteger(index) || index < 0 || index >= mostExits)
    throw new RangeError('no such connection slot');
  const host = (low: number) => ({
    ipv4: formatIp({ family: 4, bytes: [198, 18, low >> 8, low & 0xff] }),
    ipv6: formatIp({
      family: 6,
      bytes: [0xfd, 0, 0, 0xc0, 0, 0xe8, 0, 0, 0, 0, 0, 0, 0, 0, low >> 8, low & 0xff],
    }),
  });
  return {
    index,
    link: `${linkPrefix(tunnel)}${index.toString(36)}`,
    table: nowhereTable + 1 + index,
    mark: nowhereMark + 1 + index,
    gateway: host(2 * index),
    exit: host(2 * index + 1),
  };
}
