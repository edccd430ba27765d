import { reasonOf } from '@comet/foundation';
import { darwinCallers } from './platform/callers/callers.darwin.ts';
import { pfAnchor, darwinFirewall } from './platform/firewall/firewall.darwin.ts';
import { isRoot, ownFolderOnUnix } from './platform/files/state-file.ts';
import { runTool, type RunTool } from './platform/system/run-tool.ts';
import type { System } from './system.ts';
import { join } from 'node:path';
import { type OpenDataPlane, prepareDevice } from './data-plane.ts';
import { darwinNetwork } from './networks/network-identity.ts';
import { bootBlock } from './platform/firewall/firewall.ts';
import { darwinDns } from './platform/dns/dns.darwin.ts';
import { watchAddresses } from './platform/networks/network-monitor.polled.ts';
import { noLocalResolver } from './platform/dns/local-resolver.ts';
import { noOuterTransports } from './platform/obfuscation/outer-transports.ts';
import { noOpenvpn } from './platform/openvpn/openvpn.ts';
import { pfRules } from './platform/firewall/pf-rules.ts';
import { darwinRouting } from './platform/routing/routing.darwin.ts';
import { darwinWireguard } from './platform/wireguard/wireguard.darwin.ts';
import { noRouteTable } from './routes/route-table.ts';
import { noSplitter } from './split/splitter.ts';

/** Tested by the commands that it runs; not yet run on a Mac. */
export const macos: System = {
  unsupported: [
    ...(['openvpn', 'wireguard_over', 'split_tunnel', 'multi_hop', 'port_forwarding'] as const),
    ...(['encrypted_dns', 'own_lists', 'split_dns', 'api_obfuscation', 'routes'] as const),
  ],
  startApiObfuscator: null,
  mayServe: isRoot,
  runTool,
  ownFolder: ownFolderOnUnix,
  callers: darwinCallers(runTool),
  reportCommands: {
    'firewall.txt': ['pfctl', '-a', pfAnchor, '-s', 'rules'],
    'pf.txt': ['pfctl', '-s', 'info'],
    'routes.txt': ['netstat', '-rn'],
    'links.txt': ['ifconfig'],
    'resolvers.txt': ['scutil', '--dns'],
  },
  openDataPlane: openDarwinDataPlane(runTool),
};

/** The data plane by pf, wireguard-go, route and networksetup. Trust anchors are for OpenVPN only, which is not supported here. */
function openDarwinDataPlane(run: RunTool): OpenDataPlane {
  return async (settings, _trust, file, log) => {
    const { link, stateDir } = settings;
    const links = { wireguard: link, openvpn: link };
    const wireguard = darwinWireguard(run, { name: link, wireguardGo: settings.wireguardGo }, log);
    prepareDevice(wireguard, file);
    const firewall = darwinFirewall(run, log);
    const routing = darwinRouting(run, link);
    const dns = darwinDns(stateDir, run);
    const failed = (error: unknown): void =>
      log.error({ reason: reasonOf(error) }, 'The change to another network could not be applied');
    return {
      links,
      firewall,
      adopted: await firewall.isInForce(),
      restored: null,
      bootBlock: bootBlock(join(stateDir, 'lockdown.pf'), pfRules, log),
      routing,
      splitter: noSplitter,
      routeTable: noRouteTable,
      dns,
      wireguard,
      openvpn: noOpenvpn,
      localResolver: noLocalResolver,
      outerTransports: noOuterTransports,
      sizes: { fwmark: 0, find: null },
      currentNetwork: () => darwinNetwork(run),
      watchNetwork: (onChange) =>
        watchAddresses([link], () => {
          // The route to the gateway first: the listeners of the change send packets to it.
          void routing.follow().catch(failed).then(onChange);
          void dns.follow().catch(failed);
        }),
      close: () => wireguard.close(),
    };
  };
}
