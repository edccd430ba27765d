import { isInterfaceName } from './interface-name.ts';
import { openKernelDevice } from './kernel-device.ts';
import { runProcess } from './run-process.ts';
import { openUserspaceDevice } from './userspace-device.ts';
import { watchServing } from './userspace-process.ts';
import type { OpenWireguardOptions, WireguardDevice } from './wireguard-device.ts';

export interface WireguardImplementations {
  kernel(options: OpenWireguardOptions): Promise<WireguardDevice>;
  userspace(options: OpenWireguardOptions): Promise<WireguardDevice>;
}

const implementations: WireguardImplementations = {
  kernel: (options) => openKernelDevice(options, runProcess),
  userspace: (options) => openUserspaceDevice(options),
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
  if (options.implementation === 'kernel') return open.kernel(options);
  if (options.implementation === 'userspace') return open.userspace(options);
  // Sessions that can be kept are worth more than the faster way for new ones.
  if (options.adopt !== undefined && (await isServed(options.name))) return open.userspace(options);
  return open.kernel(options).catch(() => open.userspace(options));
}

async function isServed(name: string): Promise<boolean> {
  const serving = await watchServing(name);
  serving?.forget();
  return serving !== null;
}
