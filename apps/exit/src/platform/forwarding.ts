import { access, readdir, readFile } from 'node:fs/promises';
import { applyNft, type NftBatch, nft, nftName, nftTableExists, setSysctl } from '@comet/linux-network';
import type { Line } from './line.ts';

/** The kernel's forwarding settings per address family. */
const switches = { ip: 'net.ipv4.ip_forward', ip6: 'net.ipv6.conf.all.forwarding' } as const;
type Family = keyof typeof switches;

/** One table for all exits of a machine. It stays when they end, as forwarding does. */
const table = nftName('comet_exits');

/**
 * Enables forwarding for the exit's traffic, and for nothing else if forwarding was disabled before: hosts in its LAN would otherwise get
 * through it into its other networks. A machine that is configured as a router stays one. Its own virtual networks (containers, virtual
 * machines) are forwarded as before, also their published ports. Call the returned function with each change of the line.
 *
 * Switch and rules stay until the next boot, or until the package is removed: a program that started later may rely on the switch.
 */
export async function openForwarding(link: string): Promise<(line: Line) => Promise<void>> {
  const guarded = new Set<Family>();
  for (const family of ['ip', 'ip6'] as const)
    if (await nftTableExists(family, table.text)) guarded.add(family);
  let inForce = '';

  return async (line) => {
    const families: readonly Family[] = line.ipv6 ? ['ip', 'ip6'] : ['ip'];
    for (const family of families) if (!(await isOn(family))) guarded.add(family);
    const links = [...new Set([...line.links, ...(await wiredLinks(link))])].toSorted();
    const now = JSON.stringify([...guarded, links]);
    if (now !== inForce && links.length > 0) {
      // Before any packet is forwarded.
      for (const family of guarded) await applyNft(lanGuard(family, links));
      inForce = now;
    }
    if (!(await isOn('ip'))) await setSysctl(switches.ip, '1');
    await setSysctl(`net/ipv4/conf/${link}/rp_filter`, '2');
    if (!line.ipv6) return;
    // With forwarding on, Linux ignores router advertisements unless accept_ra is 2, and the machine would lose its default route.
    for (const name of line.links)
      await setSysctl(`net/ipv6/conf/${name}/accept_ra`, '2').catch(() => undefined);
    if (!(await isOn('ip6'))) await setSysctl(switches.ip6, '1');
  };
}

/** Connections from the LAN are not forwarded; responses to outgoing ones are. */
function lanGuard(family: Family, links: readonly string[]): NftBatch {
  const name = nftName(family);
  return nft`
add table ${name} ${table}
flush table ${name} ${table}
table ${name} ${table} {
  chain lan { type filter hook forward priority filter - 6; policy accept;
    iifname != ${links} accept
    ct state established,related accept
    ct status dnat accept
    drop
  }
}`;
}

async function isOn(family: Family): Promise<boolean> {
  const text = await readFile(`/proc/sys/${switches[family].replaceAll('.', '/')}`, 'utf8');
  return text.trim() !== '0';
}

/** Interfaces of a physical device: no bridge, tunnel or veth. */
async function wiredLinks(ours: string): Promise<readonly string[]> {
  const names = await readdir('/sys/class/net').catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const isWired = await access(`/sys/class/net/${name}/device`).then(
        () => true,
        () => false,
      );
      return isWired && name !== ours ? [name] : [];
    }),
  );
  return found.flat();
}
