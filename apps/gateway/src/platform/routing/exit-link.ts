import { readdir } from 'node:fs/promises';
import { type IpCommand, openWireguardDevice, runIp, setSysctl } from '@comet/linux-network';
import {
  exitLinkGroup,
  exitNetworks,
  type ExitSlot,
  isExitLink,
  blockedMark,
  blockedTable,
  tproxyListener,
} from './exit-slot.ts';

/** The gateway's end of the tunnel to one exit, and the routes that lead through it. */
export interface ExitLink {
  /** Admits the exit with this key in place of the tunnel's previous one. */
  setPeer(publicKey: string): Promise<void>;
  /** Sets whether the exit forwards IPv6; otherwise it is refused. */
  setIpv6(isForwarded: boolean): Promise<void>;
  /** Removes the link and its routes. Traffic with its mark is then refused. */
  close(): Promise<void>;
}

export interface ExitLinkPlan {
  readonly slot: ExitSlot;
  readonly listenPort: number;
  readonly privateKey: string;
  readonly mtu: number;
  readonly implementation: 'auto' | 'kernel' | 'userspace';
  readonly wireguardGo: string;
  /** Whether the machine supports IPv6. */
  readonly ipv6: boolean;
}

/** Priorities of the exits' routing rules (ip-rule(8)), all before the main table; the blocking rules come last. */
const priorities = { exits: 20_000, tproxy: 22_500, blocked: 29_000 } as const;
/** Metric of the `unreachable` route, which applies when the link is gone. */
const last = 4_000_000_000;

/**
 * Adds routes that refuse traffic that is marked, or comes from an exit's tunnel, but has no exit; it never leaves by the gateway itself.
 * Traffic marked for the relay is delivered locally. Links of an earlier run are removed: their exits reconnect, possibly in another slot.
 */
export async function addBlockingRoutes(tunnel: string, ipv6: boolean): Promise<void> {
  const links = (await readdir('/sys/class/net')).filter((link) => isExitLink(tunnel, link));
  const stale = links.map((link): IpCommand => ({ kind: 'link-delete', link }));
  await runIp([...stale, ...tproxyRules('rule-delete'), ...blockingRules('rule-delete', ipv6)], {
    ignoreErrors: true,
  });
  await runIp([
    ...unreachable(blockedTable, ipv6),
    ...blockingRules('rule-add', ipv6),
    {
      kind: 'route-replace',
      family: 4,
      to: 'default',
      type: 'local',
      link: 'lo',
      table: tproxyListener.table,
    },
    ...tproxyRules('rule-add'),
  ]);
}

/** Removes what `addBlockingRoutes` adds; missing rules and routes are ignored. */
export function removeBlockingRoutes(ipv6: boolean): Promise<void> {
  const rules = [...tproxyRules('rule-delete'), ...blockingRules('rule-delete', ipv6)];
  return runIp([...rules, ...flushes(blockedTable, ipv6), ...flushes(tproxyListener.table, false)], {
    ignoreErrors: true,
  });
}

/** Opens the link to an exit. Undoes all changes when it rejects. */
export async function openExitLink(plan: ExitLinkPlan): Promise<ExitLink> {
  const { slot, ipv6 } = plan;
  const { link, table } = slot;
  const device = await openWireguardDevice({ ...plan, name: link });
  const remove: readonly IpCommand[] = [...rules('rule-delete', slot, ipv6), ...flushes(table, ipv6)];
  async function close(): Promise<void> {
    await device.close();
    await runIp(remove, { ignoreErrors: true });
  }
  try {
    // An earlier run that was killed leaves its rules.
    await runIp(remove, { ignoreErrors: true });
    await device.configure({ privateKey: plan.privateKey, listenPort: plan.listenPort });
    // Responses come from any address, while the route back to most of them is another.
    await setSysctl(`net/ipv4/conf/${link}/rp_filter`, '2');
    await runIp([
      { kind: 'link-group', link, group: exitLinkGroup },
      { kind: 'address-add', address: `${slot.gateway.ipv4}/31`, link },
      ...(ipv6 ? [{ kind: 'address-add', address: `${slot.gateway.ipv6}/127`, link } as const] : []),
      { kind: 'link-up', link },
      { kind: 'route-replace', family: 4, to: 'default', link, table },
      ...unreachable(table, ipv6),
      ...rules('rule-add', slot, ipv6),
    ]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    setPeer: (publicKey) =>
      device.apply({ set: [{ publicKey, allowedIps: ['0.0.0.0/0', '::/0'] }], replaceAll: true }),
    async setIpv6(isForwarded) {
      if (!ipv6) return;
      const kind = isForwarded ? 'route-replace' : 'route-delete';
      await runIp([{ kind, family: 6, to: 'default', link, table }], { ignoreErrors: !isForwarded });
    },
    close,
  };
}

function families(ipv6: boolean): readonly (4 | 6)[] {
  return ipv6 ? [4, 6] : [4];
}

function rules(kind: 'rule-add' | 'rule-delete', slot: ExitSlot, ipv6: boolean): readonly IpCommand[] {
  const { table, mark, gateway, index } = slot;
  const priority = priorities.exits + 2 * index;
  return families(ipv6).flatMap((family): IpCommand[] => [
    { kind, family, priority, table, from: family === 4 ? `${gateway.ipv4}/32` : `${gateway.ipv6}/128` },
    { kind, family, priority: priority + 1, table, fwmark: mark },
  ]);
}

function blockingRules(kind: 'rule-add' | 'rule-delete', ipv6: boolean): readonly IpCommand[] {
  const table = blockedTable;
  return families(ipv6).flatMap((family): IpCommand[] => [
    { kind, family, priority: priorities.blocked, table, fwmark: blockedMark, fwmarkMask: blockedMark },
    {
      ...{ kind, family, priority: priorities.blocked + 1, table },
      from: family === 4 ? exitNetworks.ipv4 : exitNetworks.ipv6,
    },
  ]);
}

/** Packets marked for the relay are delivered locally. */
function tproxyRules(kind: 'rule-add' | 'rule-delete'): readonly IpCommand[] {
  const { mark: fwmark, table } = tproxyListener;
  return [{ kind, family: 4, priority: priorities.tproxy, table, fwmark }];
}

function unreachable(table: number, ipv6: boolean): readonly IpCommand[] {
  return families(ipv6).map((family) => ({
    ...{ kind: 'route-replace', family, to: 'default', type: 'unreachable', table, metric: last },
  }));
}

function flushes(table: number, ipv6: boolean): readonly IpCommand[] {
  return families(ipv6).map((family) => ({ kind: 'route-flush', family, table }));
}
