import { join } from 'node:path';
import { marks, openLinuxParts, openvpnLink } from './data-plane-parts.linux.ts';
import { type OpenDataPlane, prepareDevice } from './data-plane.ts';
import { readKernelTables } from './networks/kernel-tables.ts';
import { currentNetwork } from './networks/network-identity.ts';
import { bootBlock } from './platform/boot-block.ts';
import { firewallRules } from './platform/firewall-rules.ts';
import { leaveHeadStarts } from './platform/head-start-file.ts';
import { watchNetwork } from './platform/network-monitor.ts';
import { linuxOpenvpn } from './platform/openvpn.linux.ts';
import { raisedAhead } from './platform/raised-ahead.ts';
import { routesLead } from './platform/routes-lead.linux.ts';
import { runTool } from './platform/run-tool.ts';
import { openSplitCgroups } from './split/split-cgroup.ts';
import { linuxSplit } from './split/split.linux.ts';
import { createSplitter } from './split/splitter.ts';
import { keepMtu } from './tunnel/keep-mtu.ts';

export const openLinuxDataPlane: OpenDataPlane = async (settings, trust, file, log, begun) => {
  const links = { wireguard: settings.link, openvpn: openvpnLink(settings.link) };
  const { shell, wireguard, firewall, ...parts } = begun?.lead?.parts ?? openLinuxParts(settings, begun, log);
  prepareDevice(wireguard, file);
  let cgroups: ReturnType<typeof openSplitCgroups> | null = null;
  const ahead = begun?.lead?.ahead ?? null;
  const isUp = ahead?.isUp === true;
  const adopted = !isUp && (await firewall.isInForce());
  const routing = isUp ? raisedAhead(parts.routing, ahead.start.addresses) : parts.routing;
  const splitter = createSplitter({
    split: linuxSplit(shell),
    cgroups: () => (cgroups ??= openSplitCgroups(log)),
    settings: () => file.current.settings,
    log,
  });
  const dns = splitter.following(parts.dns);
  const openvpn = linuxOpenvpn(
    shell,
    {
      link: links.openvpn,
      ...marks,
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
    ahead,
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
    sizes: { fwmark: marks.fwmark, find: keepMtu },
    currentNetwork: () => currentNetwork(readKernelTables(), runTool, Object.values(links)),
    watchNetwork: (onChange, onOwnChange) =>
      watchNetwork(Object.values(links), { onChange, onOwnChange }, log),
    routesLead: (end) => routesLead(runTool, end),
    leave: (starts) => leaveHeadStarts(settings.stateDir, starts),
    async close(): Promise<void> {
      await splitter.close();
      await openvpn.lower();
      await wireguard.close();
      // Nobody depends on it: whoever stops the daemon has the tunnel ended.
      await firewall.close?.().catch((error: unknown) => log(`firewall: ${String(error)}`));
      await shell.close();
    },
  };
};
