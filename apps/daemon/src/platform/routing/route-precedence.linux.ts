import { jsonOf } from '@comet/foundation';
import * as z from 'zod/mini';
import type { RunTool } from '../system/run-tool.ts';

/**
 * Documentation and discard addresses (RFC 5737; RFC 3849, RFC 9637, RFC 6666), by family: packets to other destinations take the same
 * route. One of them may be in a network of this machine, but not all of a family.
 */
const probeAddresses = [
  ['192.0.2.1', '198.51.100.1', '203.0.113.1'],
  ['2001:db8::1', '3fff::1', '100::1'],
] as const;

const routes = z.array(z.object({ dev: z.optional(z.string()), prefsrc: z.optional(z.string()) }));

/** A tunnel's link and the addresses of our end. */
export interface TunnelEnd {
  readonly link: string;
  readonly ipv4: string;
  readonly ipv6: string;
}

/**
 * Whether the kernel routes traffic of both families to the tunnel's link, from its addresses: by rules, tables and addresses together.
 * True if the kernel cannot be queried.
 */
export async function routePrecedence(run: RunTool, { link, ipv4, ipv6 }: TunnelEnd): Promise<boolean> {
  async function usesTunnel(address: string): Promise<boolean> {
    const { code, stdout } = await run('ip', ['-j', 'route', 'get', address]);
    if (code === null) return true;
    const read = routes.safeParse(jsonOf(stdout));
    const route = code === 0 && read.success ? read.data[0] : undefined;
    return route?.dev === link && [ipv4, ipv6].includes(route.prefsrc ?? '');
  }
  async function anyUsesTunnel([address, ...others]: readonly string[]): Promise<boolean> {
    return address !== undefined && ((await usesTunnel(address)) || anyUsesTunnel(others));
  }
  return (await Promise.all(probeAddresses.map(anyUsesTunnel))).every((family) => family);
}
