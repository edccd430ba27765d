import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { NetworkMonitor } from './network-monitor.ts';

/** Milliseconds between two looks: one asks the kernel and starts no program. */
const every = 2_000;

/**
 * Calls `onChange` when the addresses of links other than the tunnels' are others than before. For systems whose watch tells less than a
 * look does: another network brings another address nearly always, and where it does not the tunnel finds out by its silence.
 */
export function watchAddresses(
  links: readonly string[],
  onChange: () => void,
  look: () => NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces,
  repeat: (callback: () => void, milliseconds: number) => NodeJS.Timeout = setInterval,
): NetworkMonitor {
  let last = addressesIn(look(), links);
  const timer = repeat(() => {
    const now = addressesIn(look(), links);
    if (now === last) return;
    last = now;
    onChange();
  }, every);
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
