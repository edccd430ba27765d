import { lan } from './addresses.ts';
import type { Lab } from './lab.ts';

/** The two halves of each address family, which are more specific than any default route. */
const halves = [
  ['0.0.0.0/1', lan.router.ipv4],
  ['128.0.0.0/1', lan.router.ipv4],
  ['::/1', lan.router.ipv6],
  ['8000::/1', lan.router.ipv6],
] as const;

/**
 * Simulates the TunnelVision attack (CVE-2024-3661) on the client: adds the routes that a hostile router would send by DHCP option 121 (RFC
 * 3442) and in router advertisements (RFC 4191) to redirect all IPv4 and IPv6 traffic to itself. `undo` removes them and may be called
 * twice.
 */
export async function tunnelVision(lab: Lab): Promise<{ undo(): Promise<void> }> {
  const { uplink } = lab.hosts.client;
  const change = async (verb: 'replace' | 'delete') => {
    const input = halves
      .map(([half, router]) => `route ${verb} ${half} via ${router} dev ${uplink}\n`)
      .join('');
    const { code, stderr } = await lab.exec('client', ['ip', '-batch', '-'], { input });
    if (code !== 0) throw new Error(`The TunnelVision routes could not be changed: ${stderr.trim()}`);
  };
  await change('replace');
  let undone: Promise<void> | undefined;
  return {
    undo() {
      undone ??= change('delete');
      return undone;
    },
  };
}
