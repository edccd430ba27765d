import { windowsCallers } from './platform/callers/callers.win32.ts';
import { ownFolderOnWindows } from './platform/files/own-folder.win32.ts';
import type { System } from './system.ts';
import { type OpenDataPlane, prepareDevice } from './data-plane.ts';
import { windowsNetwork } from './networks/network-identity.ts';
import { windowsDns } from './platform/dns/dns.win32.ts';
import { windowsFirewall } from './platform/firewall/firewall.win32.ts';
import { watchAddresses } from './platform/networks/network-monitor.polled.ts';
import { noLocalResolver } from './platform/dns/local-resolver.ts';
import { noOuterTransports } from './platform/obfuscation/outer-transports.ts';
import { noOpenvpn } from './platform/openvpn/openvpn.ts';
import { windowsRouting } from './platform/routing/routing.win32.ts';
import { type RunTool, runWindowsTool, windowsPrograms } from './platform/system/run-tool.ts';
import { windowsWireguard } from './platform/wireguard/wireguard.win32.ts';
import { noRouteTable } from './routes/route-table.ts';
import { noSplitter } from './split/splitter.ts';

const { netsh, ipconfig, fltmc } = windowsPrograms;

/** Tested by the commands that it runs; not yet run on Windows. */
export const windows: System = {
  unsupported: [
    ...(['openvpn', 'wireguard_over', 'split_tunnel', 'multi_hop', 'port_forwarding'] as const),
    ...(['encrypted_dns', 'own_lists', 'split_dns', 'api_obfuscation', 'routes'] as const),
  ],
  startApiObfuscator: null,
  // Lists the file system's filters, which only administrators may do.
  mayServe: async () => (await runWindowsTool(fltmc, [])).code === 0,
  runTool: runWindowsTool,
  ownFolder: ownFolderOnWindows(runWindowsTool),
  callers: windowsCallers,
  reportCommands: {
    'firewall.txt': [netsh, 'advfirewall', 'firewall', 'show', 'rule', 'name=CometVPN'],
    'profiles.txt': [netsh, 'advfirewall', 'show', 'allprofiles'],
    'routes-4.txt': [netsh, 'interface', 'ipv4', 'show', 'route'],
    'routes-6.txt': [netsh, 'interface', 'ipv6', 'show', 'route'],
    'links.txt': [ipconfig, '/all'],
  },
  openDataPlane: openWindowsDataPlane(runWindowsTool),
};

/** The data plane by Windows' firewall, WireGuardNT and netsh. Trust anchors are for OpenVPN only, which is not supported here. */
function openWindowsDataPlane(run: RunTool): OpenDataPlane {
  return async (settings, _trust, file, log) => {
    const { link, stateDir } = settings;
    const wireguard = windowsWireguard(run, { name: link, stateDir }, log);
    prepareDevice(wireguard, file);
    const firewall = windowsFirewall(run);
    return {
      links: { wireguard: link, openvpn: link },
      firewall,
      adopted: await firewall.isInForce(),
      restored: null,
      // The firewall's rules survive a restart of the machine.
      bootBlock: { keep: () => Promise.resolve(true) },
      routing: windowsRouting(run, link),
      splitter: noSplitter,
      routeTable: noRouteTable,
      dns: windowsDns(run, link),
      wireguard,
      openvpn: noOpenvpn,
      localResolver: noLocalResolver,
      outerTransports: noOuterTransports,
      sizes: { fwmark: 0, find: null },
      currentNetwork: () => windowsNetwork(run, link),
      watchNetwork: (onChange) => watchAddresses([link], onChange),
      close: () => wireguard.close(),
    };
  };
}
