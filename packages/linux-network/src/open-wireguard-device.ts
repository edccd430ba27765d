import type { OpenWireguardOptions, WireguardDevice } from './wireguard-device.ts';

/** Creates the interface, taking over one that an earlier process left under the same name. */
export function openWireguardDevice(options: OpenWireguardOptions): Promise<WireguardDevice> {
  return Promise.reject(new Error(`not open yet: ${options.name}`));
}
