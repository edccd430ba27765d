import { join } from 'node:path';
import { type OpenDataPlane, prepareDevice } from './data-plane.ts';
import { darwinNetwork } from './networks/network-identity.darwin.ts';
import { bootBlock } from './platform/boot-block.ts';
import { darwinDns } from './platform/dns.darwin.ts';
import { darwinFirewall } from './platform/firewall.darwin.ts';
import { watchAddresses } from './platform/network-monitor.polled.ts';
import { noOpenvpn } from './platform/openvpn.absent.ts';
import { pfRules } from './platform/pf-rules.ts';
import { darwinRouting } from './platform/routing.darwin.ts';
import type { RunTool } from './platform/run-tool.ts';
import { darwinWireguard } from './platform/wireguard.darwin.ts';
import { noSplitter } from './split/splitter.absent.ts';

/** The same ports by pf, wireguard-go, route and networksetup. Whose word counts (`trust`) is asked for OpenVPN alone, which is not here. */
export function openDarwinDataPlane(run: RunTool): OpenDataPlane {
  return async (settings, _trust, file, log) => {
    const { link, stateDir } = settings;
    const links = { wireguard: link, openvpn: link };
    const wireguard = darwinWireguard(run, { name: link, wireguardGo: settings.wireguardGo }, log);
    prepareDevice(wireguard, file);
    const firewall = darwinFirewall(run, log);
    const routing = darwinRouting(run, link);
    const dns = darwinDns(stateDir, run);
    const failed = (error: unknown): void => log(`another network: ${String(error)}`);
    return {
      links,
      firewall,
      adopted: await firewall.isInForce(),
      ahead: null,
      bootBlock: bootBlock(join(stateDir, 'lockdown.pf'), pfRules, log),
      routing,
      splitter: noSplitter,
      dns,
      wireguard,
      openvpn: noOpenvpn,
      sizes: { fwmark: 0, find: null },
      currentNetwork: () => darwinNetwork(run),
      watchNetwork: (onChange) =>
        watchAddresses([link], () => {
          // The way to the gateway first: what is told of the change asks it.
          void routing.follow().catch(failed).then(onChange);
          void dns.follow().catch(failed);
        }),
      close: () => wireguard.close(),
    };
  };
}
