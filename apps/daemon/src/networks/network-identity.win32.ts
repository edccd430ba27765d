import { jsonOf } from '@comet/foundation';
import * as z from 'zod/mini';
import { link } from '../platform/plain-words.ts';
import type { RunTool } from '../platform/run-tool.ts';
import { powershell } from '../platform/windows-programs.ts';
import { type Network, networkBehind, type UnnamedNetwork } from './network-identity.ts';

const found = z.object({
  link: z.string(),
  router: z.nullable(z.string()),
  hardware: z.nullable(z.string()),
});

/** The network of the default route, as on Linux, by PowerShell. Links have names of any letters, which are read and never written. */
export async function windowsNetwork(run: RunTool, tunnel: string): Promise<Network | UnnamedNetwork | null> {
  const script = `$route = Get-NetRoute -DestinationPrefix '0.0.0.0/0','::/0' -ErrorAction SilentlyContinue | Where-Object InterfaceAlias -ne '${link(tunnel)}' | Sort-Object AddressFamily, RouteMetric | Select-Object -First 1
if ($route) {
  $router = Get-NetNeighbor -InterfaceIndex $route.ifIndex -IPAddress $route.NextHop -ErrorAction SilentlyContinue | Select-Object -First 1
  @{ link = $route.InterfaceAlias; router = $route.NextHop; hardware = $router.LinkLayerAddress } | ConvertTo-Json -Compress
}`;
  const read = found.safeParse(jsonOf(await powershell(run, script).catch(() => '')));
  if (!read.success) return null;
  const { hardware, router } = read.data;
  // An entry that is still being asked for has no address, or one of zeros.
  const known = hardware !== null && /[1-9A-F]/i.test(hardware) ? hardware : null;
  return networkBehind(read.data.link, router, router !== null && router.includes('.') ? known : null);
}
