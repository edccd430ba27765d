import { unlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@comet/foundation/log';
import { openUserspaceDevice, uapiSocketPath, type UserspaceHost, watchServing } from '@comet/linux-network';
import { bytes, link } from '../system/rule-tokens.ts';
import { mustRun, type RunTool } from '../system/run-tool.ts';
import { wireguardBy } from './wireguard.device.ts';
import type { Wireguard } from './wireguard.ts';

/** Milliseconds for wireguard-go to end after its socket is removed, which ends it on macOS. */
const timeout = 2_000;

/** Returns WireGuard by wireguard-go on a utun interface, configured by its UAPI socket and ifconfig(8). It has never been run on macOS. */
export function darwinWireguard(
  run: RunTool,
  options: { readonly name: string; readonly wireguardGo: string },
  log: Log,
): Wireguard {
  const name = link(options.name);
  const exec = mustRun(run);
  const setMtu = async (mtu: number): Promise<void> =>
    void (await exec('ifconfig', [name, 'mtu', bytes(mtu)]));
  return wireguardBy(
    {
      name,
      open: (mtu) =>
        openUserspaceDevice({ ...options, mtu }, { makeFree, setMtu: (_, size) => setMtu(size) }),
      up: async () => void (await exec('ifconfig', [name, 'up'])),
      setMtu,
    },
    log,
  );
}

const makeFree: UserspaceHost['makeFree'] = async (_, name) => {
  const serving = await watchServing(name);
  await unlink(uapiSocketPath(name)).catch(() => undefined);
  if (serving === null) return;
  const gone = await Promise.race([serving.gone.then(() => true), sleep(timeout, false)]);
  serving.forget();
  if (!gone) throw new Error(`another process serves ${uapiSocketPath(name)}`);
};
