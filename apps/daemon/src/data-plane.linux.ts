import { join } from 'node:path';
import { openNetworkShell } from '@comet/linux-network';
import { type OpenDataPlane, prepareDevice } from './data-plane.ts';
import { readKernelTables } from './networks/kernel-tables.ts';
import { currentNetwork } from './networks/network-identity.ts';
import { bootBlock } from './platform/boot-block.ts';
import { linuxDns } from './platform/dns.managed.ts';
import { linuxFirewall } from './platform/firewall.linux.ts';
import { firewallRules } from './platform/firewall-rules.ts';
import { watchNetwork } from './platform/network-monitor.ts';
import { linuxOpenvpn } from './platform/openvpn.linux.ts';
import { linuxRouting } from './platform/routing.linux.ts';
import { runTool } from './platform/run-tool.ts';
import { linuxWireguard } from './platform/wireguard.linux.ts';
import { openvpnLink } from './settings.ts';
import { openSplitCgroups } from './split/split-cgroup.ts';
import { linuxSplit } from './split/split.linux.ts';
import { createSplitter } from './split/splitter.ts';
import { keepMtu } from './tunnel/keep-mtu.ts';

/** The user of the programs that hide OpenVPN: an id that Debian, systemd and containers leave unused, so that nobody else has it. */
const obfuscatorUid = 61_007;

/** The mark of our data plane's packets. Whoever else could set it (CAP_NET_ADMIN) could also remove the rules. */
const fwmark = 0xc0_e7;

export const openLinuxDataPlane: OpenDataPlane = async (settings, trust, file, log, begun) => {
  const marks = { fwmark, obfuscatorUid };
  const links = { wireguard: settings.link, openvpn: openvpnLink(settings.link) };
  const shell = openNetworkShell(begun?.tools);
  const wireguard = linuxWireguard(
    shell,
    {
      name: settings.link,
      implementation: settings.implementation,
      wireguardGo: settings.wireguardGo,
      fwmark,
      ...(begun === null ? {} : { begun: begun.made }),
    },
    log,
  );
  prepareDevice(wireguard, file);
  const firewall = linuxFirewall(shell, marks, log);
  let cgroups: ReturnType<typeof openSplitCgroups> | null = null;
  const adopted = await firewall.isInForce();
  const routing = linuxRouting(shell, { links: Object.values(links), fwmark });
  const splitter = createSplitter({
    split: linuxSplit(shell),
    cgroups: () => (cgroups ??= openSplitCgroups(log)),
    settings: () => file.current.settings,
    log,
  });
  const dns = splitter.following(
    linuxDns({ path: settings.resolvConf, stateDir: settings.stateDir, link: settings.link }, log),
  );
  const openvpn = linuxOpenvpn(
    shell,
    {
      link: links.openvpn,
      fwmark,
      obfuscatorUid,
      udpOffload: settings.udpOffload,
      stateDir: settings.stateDir,
      certificateAuthorities: trust.certificateAuthorities,
    },
    log,
  );
  return {
    links,
    firewall,
    adopted,
    bootBlock: bootBlock(
      join(settings.stateDir, 'lockdown.nft'),
      (policy) => `${firewallRules(policy, marks).text}\n`,
      log,
    ),
    routing,
    splitter,
    dns,
    wireguard,
    openvpn,
    sizes: { fwmark, find: keepMtu },
    currentNetwork: () => currentNetwork(readKernelTables(), runTool, Object.values(links)),
    watchNetwork: (onChange) => watchNetwork(Object.values(links), onChange, log),
    async close(): Promise<void> {
      await splitter.close();
      await openvpn.lower();
      await wireguard.close();
      await shell.close();
    },
  };
};
