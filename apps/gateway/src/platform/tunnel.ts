import {
  openWireguardDevice,
  runIp,
  type OpenWireguardOptions,
  type WireguardDevice,
} from '@comet/linux-network';

/**
 * Opens the WireGuard device with its key, port and addresses (`address/length`), and raises it: without peers, or with those of the
 * agent before this one. Leaves nothing behind when that fails.
 */
export async function openTunnel(
  options: Omit<OpenWireguardOptions, 'adopt'> & {
    readonly privateKey: string;
    readonly listenPort: number;
    readonly addresses: readonly string[];
  },
): Promise<WireguardDevice> {
  const { privateKey, listenPort } = options;
  const device = await openWireguardDevice({ ...options, adopt: { privateKey, listenPort } });
  try {
    // Even the same port again would be closed and opened.
    if (!device.adopted) await device.configure({ privateKey, listenPort });
    await runIp([
      ...options.addresses.map((address) => ({
        kind: 'address-replace' as const,
        address,
        link: device.name,
      })),
      { kind: 'link-up', link: device.name },
    ]);
  } catch (error) {
    await device.close();
    throw error;
  }
  return device;
}
