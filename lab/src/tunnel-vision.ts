import { lan } from './addresses.ts';
import type { Lab } from './lab.ts';

/** Two halves of each internet: together they win over any default route, being more specific. */
const halves = [
  ['0.0.0.0/1', lan.router.ipv4],
  ['128.0.0.0/1', lan.router.ipv4],
  ['::/1', lan.router.ipv6],
  ['8000::/1', lan.router.ipv6],
] as const;

/**
 * Plays the TunnelVision attack (CVE-2024-3661) on the client: the routes that a hostile router would hand out by
 * DHCP option 121 (RFC 3442) and by the route information of its advertisements (RFC 4191), drawing both internets to itself. `undo`
 * removes them again and may be called twice.
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
