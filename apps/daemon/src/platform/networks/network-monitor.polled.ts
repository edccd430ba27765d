import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { NetworkMonitor } from './network-monitor.ts';

/** Poll interval in ms: a poll queries the kernel and starts no program. */
const pollInterval = 2_000;

/**
 * Calls `onChange` when the addresses of links other than the tunnels' have changed. For systems whose notifications are less complete than
 * polling: another network nearly always assigns another address, and otherwise the tunnel detects the change by missing responses.
 */
export function watchAddresses(
  links: readonly string[],
  onChange: () => void,
  readInterfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces,
  repeat: (callback: () => void, milliseconds: number) => NodeJS.Timeout = setInterval,
): NetworkMonitor {
  let last = addressesIn(readInterfaces(), links);
  const timer = repeat(() => {
    const now = addressesIn(readInterfaces(), links);
    if (now === last) return;
    last = now;
    onChange();
  }, pollInterval);
  return { close: () => clearInterval(timer) };
}

function addressesIn(found: NodeJS.Dict<NetworkInterfaceInfo[]>, links: readonly string[]): string {
  return Object.entries(found)
    .filter(([name]) => !links.includes(name))
    .flatMap(([name, addresses = []]) =>
      addresses
        .filter(({ internal }) => !internal)
        .map(({ address, netmask }) => `${name} ${address} ${netmask}`),
    )
    .toSorted()
    .join('\n');
}
