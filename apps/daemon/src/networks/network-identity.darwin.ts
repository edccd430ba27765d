import { isIpv4 } from '@comet/foundation';
import { wayIn } from '../platform/routing.darwin.ts';
import type { RunTool } from '../platform/run-tool.ts';
import { type Network, networkBehind, type UnnamedNetwork } from './network-identity.ts';

/** The network of the default route, as on Linux, by route(8) and arp(8). */
export async function darwinNetwork(run: RunTool): Promise<Network | UnnamedNetwork | null> {
  const [v4, v6] = await Promise.all([
    run('route', ['-n', 'get', '-inet', 'default']),
    run('route', ['-n', 'get', '-inet6', 'default']),
  ]);
  const way = [v4, v6].filter(({ code }) => code === 0).map(({ stdout }) => wayIn(stdout));
  const { router, device } = way.find((one) => one.device !== null) ?? { router: null, device: null };
  if (device === null) return null;
  if (router === null || !isIpv4(router)) return networkBehind(device, router, null);
  const { stdout } = await run('arp', ['-n', router]);
  return networkBehind(device, router, / at ([0-9a-f:]{11,17}) /i.exec(stdout)?.[1] ?? null);
}
