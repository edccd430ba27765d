import type { Log } from '@comet/foundation/log';
import { type NetworkShell, type OpenWireguardOptions, openWireguardDevice } from '@comet/linux-network';
import { wireguardBy } from './wireguard.device.ts';
import type { Wireguard } from './wireguard.ts';

/**
 * Returns WireGuard by the kernel or wireguard-go. The first device is the interface created at the start of the process, if
 * `options.created` resolves with true.
 */
export function linuxWireguard(
  shell: Pick<NetworkShell, 'runIp' | 'renewAfter'>,
  options: Omit<OpenWireguardOptions, 'mtu'> & { readonly fwmark: number },
  log: Log,
): Wireguard {
  const { fwmark, created, ...open } = options;
  let first = created === undefined ? {} : { created };
  const link = open.name;
  return wireguardBy(
    {
      name: link,
      fwmark,
      open(mtu) {
        const made = openWireguardDevice({ ...open, ...first, mtu });
        first = {};
        shell.renewAfter(made);
        return made;
      },
      up: () => shell.runIp([{ kind: 'link-up', link }]),
      setMtu: (mtu) => shell.runIp([{ kind: 'link-mtu', link, mtu }]),
    },
    log,
  );
}
