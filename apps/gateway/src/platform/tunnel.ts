import {
  openWireguardDevice,
  runIp,
  type OpenWireguardOptions,
  type WireguardDevice,
} from '@comet/linux-network';

/**
 * Opens the WireGuard device without peers, gives it its key, port and addresses (`address/length`), and raises it.
 * Leaves nothing behind when that fails.
 */
export async function openTunnel(
  options: OpenWireguardOptions & {
    readonly privateKey: string;
    readonly listenPort: number;
    readonly addresses: readonly string[];
  },
): Promise<WireguardDevice> {
  const device = await openWireguardDevice(options);
  try {
    await device.configure({ privateKey: options.privateKey, listenPort: options.listenPort });
    await runIp([
      ...options.addresses.map((address) => ({ kind: 'address-add' as const, address, link: device.name })),
      { kind: 'link-up', link: device.name },
    ]);
  } catch (error) {
    await device.close();
    throw error;
  }
  return device;
}
