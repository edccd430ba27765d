import { reasonOf } from '@comet/foundation';
import { linuxCallers } from './platform/callers/callers.unix.ts';
import { isRoot, ownFolderOnUnix } from './platform/files/state-file.ts';
import { runTool } from './platform/system/run-tool.ts';
import type { System } from './system.ts';
import { join } from 'node:path';
import { marks, openLinuxParts, openvpnLink, routeLinks } from './data-plane-parts.linux.ts';
import { type OpenDataPlane, prepareDevice } from './data-plane.ts';
import { defaultRouteIn, readKernelTables } from './networks/kernel-tables.ts';
import { nameListFiles } from './platform/files/name-list-files.ts';
import { networkManagerMetering } from './networks/network-metering.ts';
import { currentNetwork } from './networks/network-identity.ts';
import { bootBlock } from './platform/firewall/firewall.ts';
import { firewallRules } from './platform/firewall/firewall-rules.ts';
import { writeSavedSessions } from './platform/saved-session/saved-session-file.ts';
import { watchNetwork } from './platform/networks/network-monitor.ts';
import { linuxLocalResolver } from './platform/dns/local-resolver.linux.ts';
import { linuxOuterTransports } from './platform/obfuscation/outer-transports.linux.ts';
import { linuxOpenvpn } from './platform/openvpn/openvpn.linux.ts';
import { restoredTunnel } from './platform/saved-session/restored-tunnel.ts';
import { routePrecedence } from './platform/routing/route-precedence.linux.ts';
import { linuxPortalPermission, portalCgroup } from './portal/portal-permission.linux.ts';
import { linuxRouteTable } from './routes/route-table.linux.ts';
import { linuxWireguard } from './platform/wireguard/wireguard.linux.ts';
import { openSplitCgroups } from './split/split-cgroup.ts';
import { linuxSplit } from './split/split.linux.ts';
import { createSplitter } from './split/splitter.ts';
import { linkMtu } from './tunnel/mtu/link-mtu.ts';
import { maintainMtu } from './tunnel/mtu/maintain-mtu.ts';

const openLinuxDataPlane: OpenDataPlane = async (settings, trust, file, log, early) => {
  const links = { wireguard: settings.link, openvpn: openvpnLink(settings.link) };
  const { shell, wireguard, firewall, ...parts } =
    early?.restore?.parts ?? openLinuxParts(settings, early, log);
  prepareDevice(wireguard, file);
  let cgroups: ReturnType<typeof openSplitCgroups> | null = null;
  const restored = early?.restore?.restored ?? null;
  const isUp = restored?.isUp === true;
  const adopted = !isUp && (await firewall.isInForce());
  const slotLinks = routeLinks(settings.link);
  const ownLinks = [...Object.values(links), ...slotLinks];
  const routeTable = linuxRouteTable({
    ...{ shell, links: slotLinks, fwmark: marks.fwmark, log },
    routes: () => file.current.settings.routes,
    proxies: () => file.current.settings.locationProxies,
    openCgroups: (name) => openSplitCgroups(log, name),
    now: Date.now,
  });
  const splitter = createSplitter({
    split: linuxSplit(shell),
    cgroups: () => (cgroups ??= openSplitCgroups(log)),
    settings: () => file.current.settings,
    routeLinks: slotLinks,
    log,
  });
  const { readText } = nameListFiles(settings.stateDir);
  const { routing, dns, localResolver } = routeTable.following({
    routing: isUp ? restoredTunnel(parts.routing, restored.start.addresses) : parts.routing,
    dns: splitter.following(parts.dns),
    localResolver: linuxLocalResolver(settings.resolverProgram, { readText, learn: routeTable.learn }, log),
  });
  const routeDevices = slotLinks.map((name) => {
    const { implementation, wireguardGo } = settings;
    return linuxWireguard(shell, { name, implementation, wireguardGo, fwmark: marks.fwmark }, log);
  });
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
  const { certificateAuthorities } = trust;
  const outerTransports = linuxOuterTransports(
    shell,
    { program: settings.transportProgram, uid: marks.obfuscatorUid, certificateAuthorities },
    log,
  );
  return {
    links,
    firewall,
    adopted,
    restored,
    bootBlock: bootBlock(
      join(settings.stateDir, 'lockdown.nft'),
      (policy) => `${firewallRules(policy, { ...marks, links: ownLinks }).text}\n`,
      log,
    ),
    routing,
    splitter,
    routeTable,
    routeDevice(slot) {
      const device = routeDevices[slot];
      if (device === undefined) throw new RangeError(`no slot ${slot}`);
      return device;
    },
    portalPermission: linuxPortalPermission({
      ...{ shell, resolvConf: settings.resolvConf },
      openCgroups: () => openSplitCgroups(log, portalCgroup),
    }),
    dns,
    localResolver,
    wireguard,
    openvpn,
    outerTransports,
    sizes: { fwmark: marks.fwmark, find: maintainMtu },
    currentNetwork: () => currentNetwork(readKernelTables(), runTool, ownLinks),
    metering: () => networkManagerMetering(runTool, defaultRouteIn(readKernelTables().routes, ownLinks)?.dev),
    watchNetwork: (onChange, onOwnChange) => watchNetwork(ownLinks, { onChange, onOwnChange }, log),
    routePrecedence: (end) => routePrecedence(runTool, end),
    linkMtu: (link) => linkMtu(runTool, link),
    saveSessions: (starts) => writeSavedSessions(settings.stateDir, starts),
    async close(): Promise<void> {
      await splitter.close();
      await routeTable.close();
      await Promise.all(routeDevices.map((device) => device.close()));
      await openvpn.lower();
      await outerTransports.lower();
      await localResolver.stop();
      await wireguard.close();
      // A failure is only logged: the tunnel has already ended.
      await firewall
        .close?.()
        .catch((error: unknown) =>
          log.error({ reason: reasonOf(error) }, 'The firewall could not be closed'),
        );
      await shell.close();
    },
  };
};

export const linux: System = {
  unsupported: [],
  // Its module is loaded when it is used first: most networks do not block the API.
  async startApiObfuscator(server, destination) {
    const { startApiObfuscator } = await import('./platform/obfuscation/obfuscator.linux.ts');
    return startApiObfuscator(server, destination, marks.obfuscatorUid);
  },
  mayServe: isRoot,
  runTool,
  ownFolder: ownFolderOnUnix,
  callers: linuxCallers,
  reportCommands: {
    'firewall.txt': ['nft', 'list', 'table', 'inet', 'comet'],
    'routes.txt': ['nft', 'list', 'table', 'inet', 'comet_routes'],
    'split.txt': ['nft', 'list', 'table', 'inet', 'comet_split'],
    'portal.txt': ['nft', 'list', 'table', 'inet', 'comet_portal'],
    'rules-4.txt': ['ip', '-4', 'rule', 'show'],
    'rules-6.txt': ['ip', '-6', 'rule', 'show'],
    'routes-4.txt': ['ip', '-4', 'route', 'show', 'table', 'all'],
    'routes-6.txt': ['ip', '-6', 'route', 'show', 'table', 'all'],
    'links.txt': ['ip', '-brief', 'address', 'show'],
    'resolved.txt': ['resolvectl', 'status'],
  },
  openDataPlane: openLinuxDataPlane,
};
