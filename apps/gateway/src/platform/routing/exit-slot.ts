import { formatIp } from '@comet/foundation';

/** Maximum number of exits of one gateway; it determines the ranges of ports and tunnel addresses. */
export const maxExits = 1_000;

/** Names and addresses of an exit's link on this machine. All derive from `index`, a number from 0. */
export interface ExitSlot {
  readonly index: number;
  readonly link: string;
  /** Its routing table, and the mark of packets that use it. */
  readonly table: number;
  readonly mark: number;
  readonly gateway: { readonly ipv4: string; readonly ipv6: string };
  readonly exit: { readonly ipv4: string; readonly ipv6: string };
}

/**
 * Address ranges of the tunnels between gateway and exits: the one for network benchmarks (RFC 2544), because no home network uses it, and
 * a ULA next to that of the customers' tunnels.
 */
export const exitNetworks = { ipv4: '198.18.0.0/15', ipv6: 'fd00:c0:e8::/64' } as const;

/** The bit that all of the gateway's marks have. A packet with only this bit is blocked. */
export const blockedMark = 0x40_0000;

/** The kernel's group of all links to exits. Rules match the group, since links come and go. */
export const exitLinkGroup = 40_770;

/** First routing table of the exits, with `unreachable` routes only. */
export const blockedTable = 40_000;

/** TCP ports at the gateway's end of each tunnel to an exit. */
export const exitControlPort = 5_290;
export const exitMeasurePort = 5_291;

/**
 * Transparent proxying of sessions that leave by a provider's endpoint, which accepts connections but no packets: the mark of their
 * packets, the table that delivers them locally, and the listener's port, for TCP on the loopback and for DNS over UDP at the gateway's own
 * address in the tunnel.
 */
export const tproxyListener = {
  mark: blockedMark + 2_000,
  table: blockedTable + 2_000,
  port: 5_292,
} as const;

/** Whether a link is that of an exit, created by this process or an earlier one. */
export function isExitLink(tunnel: string, link: string): boolean {
  const prefix = linkPrefix(tunnel);
  return link.startsWith(prefix) && /^[0-9a-z]{1,2}$/.test(link.slice(prefix.length));
}

/** Linux limits interface names to 15 characters. */
function linkPrefix(tunnel: string): string {
  return `${tunnel.slice(0, 11)}x`;
}

/**
 * `tunnel` is the customers' interface, whose name is the prefix of the exits' interfaces. @throws RangeError if `index` is out of range.
 */
export function exitSlot(tunnel: string, index: number): ExitSlot {
  if (!Number.isInteger(index) || index < 0 || index >= maxExits) throw new RangeError('no such exit slot');
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
    table: blockedTable + 1 + index,
    mark: blockedMark + 1 + index,
    gateway: host(2 * index),
    exit: host(2 * index + 1),
  };
}
