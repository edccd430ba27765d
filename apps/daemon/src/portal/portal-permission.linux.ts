import { readFile } from 'node:fs/promises';
import { isIp, taskQueue } from '@comet/foundation';
import type { NetworkShell } from '@comet/linux-network';
import { nameservers } from '../platform/dns/resolver-manager.ts';
import { portalRules } from '../platform/firewall/portal-rules.ts';
import type { SplitCgroups } from '../split/split-cgroup.ts';
import { type DnsForwarder, startDnsForwarder } from './dns-forwarder.ts';
import type { PortalPermission } from './portal-permission.ts';

/** The name of its cgroups. */
export const portalCgroup = 'comet.portal';

interface LinuxPortalPermissionParts {
  readonly shell: Pick<NetworkShell, 'applyNft'>;
  /** Opens the cgroups; null if the machine has none. */
  readonly openCgroups: () => Promise<SplitCgroups | null>;
  readonly resolvConf: string;
}

/** systemd-resolved's list of the network's servers, where `resolv.conf` has only its own address. */
const uplinkConf = '/run/systemd/resolve/resolv.conf';

async function resolversIn(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return nameservers(text).filter((one) => isIp(one) && !/^(127\.|::1$)/.test(one));
}

/** Returns the permission by a cgroup and a table of nftables. */
export function linuxPortalPermission(parts: LinuxPortalPermissionParts): PortalPermission {
  const { shell, openCgroups, resolvConf } = parts;
  const next = taskQueue();
  let cgroups: SplitCgroups | null = null;
  let forwarder: DnsForwarder | null = null;

  async function remove(): Promise<void> {
    await shell.applyNft(portalRules(null));
    await cgroups?.release();
    forwarder?.close();
    forwarder = null;
  }

  /** The network's DNS servers. Where only a resolver on this machine knows them, queries are forwarded. */
  async function findResolvers(): Promise<readonly string[]> {
    const found = await resolversIn(resolvConf);
    if (found.length > 0) return found;
    const [server] = await resolversIn(uplinkConf);
    if (server === undefined) return [];
    forwarder = await startDnsForwarder(server);
    return [server];
  }

  return {
    give: (pid, port, seconds) =>
      next(async () => {
        cgroups ??= await openCgroups();
        const opened = cgroups;
        if (opened === null) return false;
        // Processes of an earlier program, also of an earlier daemon.
        await remove();
        const resolvers = await findResolvers();
        const ports = [...new Set([80, 443, port])];
        const apply = async () => {
          const known = await opened.known();
          await shell.applyNft(portalRules({ cgroups: known, resolvers, forwarder, ports, seconds }));
        };
        try {
          await opened.add(pid, apply);
          // A cgroup that could not be removed before is not announced again.
          await apply();
        } catch (error) {
          await remove();
          throw error;
        }
        return true;
      }),
    isUsed: () => next(async () => (await cgroups?.isUsed()) === true),
    end: () =>
      next(async () => {
        if (cgroups !== null) await remove();
      }),
  };
}
