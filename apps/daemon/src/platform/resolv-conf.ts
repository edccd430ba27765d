import { isIp } from '@comet/foundation';

const headline =
  '# Written by Comet while the tunnel is up. The file that was here comes back when it goes down.';

/** resolv.conf(5) that names these resolvers and nothing else: no search domains, which would tell them about the LAN. */
export function resolvConfFor(servers: readonly string[]): string {
  for (const server of servers) if (!isIp(server)) throw new TypeError('a resolver must be an IP address');
  return [headline, ...servers.map((server) => `nameserver ${server}`), ''].join('\n');
}

/** Whether a resolv.conf is one that this program wrote, now or before a crash. */
export function isOurs(content: string): boolean {
  return content.startsWith(headline);
}

/**
 * What to do with the file when the tunnel goes down. `original` is what was kept when we wrote ours (null: there was no
 * file). A file that is no longer ours was rewritten by someone who knows newer resolvers than we kept, and stays.
 */
export function restoration(
  current: string | null,
  kept: { readonly original: string | null } | null,
):
  | { readonly do: 'nothing' }
  | { readonly do: 'leave-theirs' }
  | { readonly do: 'write'; readonly content: string } {
  if (kept === null) return { do: 'nothing' };
  if (current !== null && !isOurs(current)) return { do: 'leave-theirs' };
  return { do: 'write', content: kept.original ?? '' };
}
