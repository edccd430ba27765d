import { type OpenDataPlane, prepareDevice } from './data-plane.ts';
import { windowsNetwork } from './networks/network-identity.win32.ts';
import { windowsDns } from './platform/dns.win32.ts';
import { windowsFirewall } from './platform/firewall.win32.ts';
import { watchAddresses } from './platform/network-monitor.polled.ts';
import { noOpenvpn } from './platform/openvpn.absent.ts';
import { windowsRouting } from './platform/routing.win32.ts';
import type { RunTool } from './platform/run-tool.ts';
import { windowsWireguard } from './platform/wireguard.win32.ts';
import { noSplitter } from './split/splitter.absent.ts';

/** The same ports by Windows' firewall, WireGuardNT and netsh. Whose word counts (`trust`) is asked for OpenVPN alone, which is not here. */
export function openWindowsDataPlane(run: RunTool): OpenDataPlane {
  return async (settings, _trust, file, log) => {
    const { link, stateDir } = settings;
    const wireguard = windowsWireguard(run, { name: link, stateDir }, log);
    prepareDevice(wireguard, file);
    const firewall = windowsFirewall(run);
    return {
      links: { wireguard: link, openvpn: link },
      firewall,
      adopted: await firewall.isInForce(),
      ahead: null,
      // The firewall's rules outlive a restart of the machine by themselves.
      bootBlock: { keep: () => Promise.resolve(true) },
      routing: windowsRouting(run, link),
      splitter: noSplitter,
      dns: windowsDns(run, link),
      wireguard,
      openvpn: noOpenvpn,
      sizes: { fwmark: 0, find: null },
      currentNetwork: () => windowsNetwork(run, link),
      watchNetwork: (onChange) => watchAddresses([link], onChange),
      close: () => wireguard.close(),
    };
  };
}
