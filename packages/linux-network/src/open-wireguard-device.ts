import { isInterfaceName } from './interface-name.ts';
import { openKernelDevice } from './kernel-device.ts';
import { runProcess } from './run-process.ts';
import { openUserspaceDevice } from './userspace-device.ts';
import type { OpenWireguardOptions, WireguardDevice } from './wireguard-device.ts';

export interface WireguardImplementations {
  kernel(options: OpenWireguardOptions): Promise<WireguardDevice>;
  userspace(options: OpenWireguardOptions): Promise<WireguardDevice>;
}

const implementations: WireguardImplementations = {
  kernel: (options) => openKernelDevice(options, runProcess),
  userspace: openUserspaceDevice,
};

/**
 * Creates the interface, down and without a key, taking over one that an earlier process left under the same name.
 * `auto` prefers the kernel, which is faster, and falls back to wireguard-go. Rejects with the reason of the last try.
 */
export async function openWireguardDevice(
  options: OpenWireguardOptions,
  open: WireguardImplementations = implementations,
): Promise<WireguardDevice> {
  if (!isInterfaceName(options.name)) throw new TypeError('wireguard: refused interface name');
  if (options.implementation === 'kernel') return open.kernel(options);
  if (options.implementation === 'userspace') return open.userspace(options);
  return open.kernel(options).catch(() => open.userspace(options));
}
