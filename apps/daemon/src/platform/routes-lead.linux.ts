import { jsonOf } from '@comet/foundation';
import * as z from 'zod/mini';
import type { RunTool } from './run-tool.ts';

/** Addresses of documentation (RFC 5737, RFC 3849): what goes to anywhere else goes the same way. */
const elsewhere = ['192.0.2.1', '2001:db8::1'] as const;

const routes = z.array(z.object({ dev: z.optional(z.string()), prefsrc: z.optional(z.string()) }));

/** A tunnel's link and the addresses of our end. */
export interface TunnelEnd {
  readonly link: string;
  readonly ipv4: string;
  readonly ipv6: string;
}

/**
 * Whether traffic of both families takes the tunnel's link, from its addresses, as the kernel itself decides it: rules, tables and addresses together. True where
 * the kernel cannot be asked.
 */
export async function routesLead(run: RunTool, { link, ipv4, ipv6 }: TunnelEnd): Promise<boolean> {
  const found = await Promise.all(elsewhere.map((address) => run('ip', ['-j', 'route', 'get', address])));
  return found.every(({ code, stdout }) => {
    if (code === null) return true;
    const read = routes.safeParse(jsonOf(stdout));
    const route = code === 0 && read.success ? read.data[0] : undefined;
    return route?.dev === link && [ipv4, ipv6].includes(route.prefsrc ?? '');
  });
}
