import { isInterfaceName } from './interface-name.ts';
import { openKernelDevice } from './kernel-device.ts';
import { runProcess } from './run-process.ts';
import { openUserspaceDevice } from './userspace-device.ts';
import { watchServing } from './userspace-process.ts';
import type { OpenWireguardOptions, WireguardDevice } from './wireguard-device.ts';

/** `take` an interface that is there, or reject; absent, one is made. */
type Open = (options: OpenWireguardOptions, take?: 'blank') => Promise<WireguardDevice>;

export interface WireguardImplementations {
  readonly kernel: Open;
  readonly userspace: Open;
}

const implementations: WireguardImplementations = {
  kernel: (options, take) => openKernelDevice(options, runProcess, take),
  userspace: (options, take) => openUserspaceDevice(options, undefined, take),
};

/**
 * Creates the interface, down and without a key, in place of one that an earlier process left under the same name; or adopts that one,
 * where it is told to. `auto` prefers the kernel, which is faster, and falls back to wireguard-go. Rejects with the reason of the last
 * try.
 */
export async function openWireguardDevice(
  options: OpenWireguardOptions,
  open: WireguardImplementations = implementations,
): Promise<WireguardDevice> {
  if (!isInterfaceName(options.name)) throw new TypeError('wireguard: refused interface name');
  if ((await options.begun) === true) {
    const begun = await takeBegun(options, open);
    if (begun !== null) return begun;
  }
  if (options.implementation === 'kernel') return open.kernel(options);
  if (options.implementation === 'userspace') return open.userspace(options);
  // Sessions that can be kept are worth more than the faster way for new ones.
  if (options.adopt !== undefined && (await isServed(options.name))) return open.userspace(options);
  return open.kernel(options).catch(() => open.userspace(options));
}

async function takeBegun(
  options: OpenWireguardOptions,
  open: WireguardImplementations,
): Promise<WireguardDevice | null> {
  const served = await isServed(options.name);
  return (served ? open.userspace : open.kernel)(options, 'blank').catch(() => null);
}

async function isServed(name: string): Promise<boolean> {
  const serving = await watchServing(name);
  serving?.forget();
  return serving !== null;
}
