import { randomBytes } from 'node:crypto';
import { openWireguardDevice, type WireguardDevice } from '@comet/linux-network';

/** Opens a WireGuard device with a new key, by `wireguardGo` if the kernel has no WireGuard. */
export async function withDevice<T>(
  name: string,
  wireguardGo: string,
  use: (device: WireguardDevice) => Promise<T>,
): Promise<T> {
  const device = await openWireguardDevice({
    ...{ name, mtu: 1420, implementation: 'auto', wireguardGo },
  });
  try {
    await device.configure({ privateKey: newKey() });
    return await use(device);
  } finally {
    await device.close();
  }
}

/** Returns a random public key. */
export function newKey(): string {
  return randomBytes(32).toString('base64');
}
