import { randomBytes } from 'node:crypto';
import { openWireguardDevice, type WireguardDevice } from '@comet/linux-network';

/** Opens a WireGuard device with a key of its own; `wireguardGo` makes it where the kernel cannot. */
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
