import { bytes, link } from './plain-words.ts';
import { mustRun, type RunTool } from './run-tool.ts';
import { windowsPrograms } from './windows-programs.ts';
import { openWindowsDevice } from './wireguard-device.win32.ts';
import { wireguardBy } from './wireguard.device.ts';
import type { Wireguard } from './wireguard.ts';

/** WireGuardNT minds the way of its own packets: never back into its own link, whatever the routes say. */
export function windowsWireguard(
  run: RunTool,
  options: { readonly name: string; readonly stateDir: string },
  log: (line: string) => void,
): Wireguard {
  const name = link(options.name);
  const say = mustRun(run);
  return wireguardBy(
    {
      name,
      open: (mtu) => openWindowsDevice(run, { ...options, mtu }),
      // A tunnel service's link comes up by itself.
      up: () => Promise.resolve(),
      async setMtu(mtu) {
        for (const family of ['ipv4', 'ipv6'])
          await say(windowsPrograms.netsh, [
            ...['interface', family, 'set', 'subinterface', name],
            ...[`mtu=${bytes(mtu)}`, 'store=active'],
          ]);
      },
    },
    log,
  );
}
