import { taskQueue, reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { type IpCommand, type NetworkShell, readNftBytes } from '@comet/linux-network';
import {
  locationsOf,
  type LocationProxy,
  maxRouteLocations,
  type Route,
  subjectOf,
} from '@comet/tunnel-protocol';
import { routeMarks } from '../platform/firewall/route-marks.ts';
import {
  connectionMark,
  counterNames,
  routedElements,
  type RouteExit,
  type RoutePlan,
  routeRules,
  type RouteTraffic,
} from '../platform/firewall/route-rules.ts';
import type { SplitCgroups } from '../split/split-cgroup.ts';
import { type RouteAddresses, type RouteTable, noTraffic } from './route-table.ts';
import { routedAddresses } from './routed-addresses.ts';
import { routedPrograms } from './routed-programs.ts';

/** The routing tables of the slots, and the priorities of our rules: before those of split tunnelling, LAN and main tunnel. */
const firstTable = 51_880;
const mainTable = 254;
const priority = 4_975;
const sourcePriority = 4_974;
const families = [4, 6] as const;

interface RouteTableParts {
  readonly shell: NetworkShell;
  /** Of the slots. */
  readonly links: readonly string[];
  readonly fwmark: number;
  readonly routes: () => readonly Route[];
  /** Local proxies to locations, which need slots, too. */
  readonly proxies: () => readonly LocationProxy[];
  readonly openCgroups: (name: string) => Promise<SplitCgroups | null>;
  readonly now: () => number;
  readonly log: Log;
}

/** Returns the table of routes by nftables and routing rules. Changes are applied one at a time. */
export function linuxRouteTable(parts: RouteTableParts): RouteTable {
  const { shell, links, fwmark, routes, proxies, now, log } = parts;
  const next = taskQueue();
  const addresses = routedAddresses(now);
  const slots = new Map<string, number>();
  const tunnels = new Map<string, RouteAddresses>();
  /** Bytes that the counters of former tables have counted, by subject. */
  let counted = new Map<string, RouteTraffic>();
  let main: string | null = null;
  let isInForce = false;
  /** Whether rules may exist, also those of an earlier process. */
  let mayRemain = true;
  /** The plans whose rules are in force. */
  let plans: readonly RoutePlan[] = [];

  const programs = routedPrograms({
    open: parts.openCgroups,
    onChange: () => next(applyPlans),
    onError: (error) => log.error({ reason: reasonOf(error) }, 'Programs could not be routed'),
  });

  function exitOf({ to }: Route): RouteExit {
    if (to === 'direct' || to === 'block') return to;
    const slot = slots.get(to);
    return to === main || slot === undefined ? 'main' : { slot };
  }

  const slotsUp = (): number[] => [...tunnels.keys()].flatMap((location) => slots.get(location) ?? []);

  function assignSlots(): void {
    // Routes are first: traffic of one without a slot would leave by the main tunnel.
    const wanted = locationsOf(routes(), proxies()).slice(0, maxRouteLocations);
    for (const location of slots.keys()) if (!wanted.includes(location)) slots.delete(location);
    const free = links.map((_, slot) => slot).filter((slot) => ![...slots.values()].includes(slot));
    for (const location of wanted) {
      const slot = slots.has(location) ? undefined : free.shift();
      if (slot !== undefined) slots.set(location, slot);
    }
  }

  async function planOf(route: Route): Promise<RoutePlan> {
    const subject = subjectOf(route);
    return {
      kind: route.kind,
      subject,
      exit: exitOf(route),
      addresses: route.kind === 'site' && route.to !== 'block' ? addresses.of(route.site) : [],
      cgroups: route.kind === 'app' ? await programs.cgroups(route.path) : [],
      counted: counted.get(subject) ?? noTraffic,
    };
  }

  async function readCounters(): Promise<void> {
    if (plans.length === 0) return;
    const bytes = await readNftBytes('counters', 'inet', 'comet_routes').catch(() => null);
    if (bytes === null) return;
    counted = new Map(
      plans.map(({ subject }, index) => {
        const { sent, received } = counterNames(index);
        return [subject, { sent: bytes.get(sent) ?? 0, received: bytes.get(received) ?? 0 }];
      }),
    );
  }

  async function applyPlans(): Promise<void> {
    // Always: a new location without a slot would be routed like the main tunnel's.
    assignSlots();
    if (!isInForce && plans.length === 0) return;
    await readCounters();
    const wanted = isInForce ? await Promise.all(routes().map(planOf)) : [];
    await shell.applyNft(routeRules(wanted, { links, fwmark, up: slotsUp() }, now()));
    plans = wanted;
  }

  const markRules = (kind: 'rule-add' | 'rule-delete'): IpCommand[] =>
    families.flatMap((family) => [
      { kind, family, priority, fwmark: routeMarks.direct, table: mainTable },
      ...routeMarks.slots.map(
        (mark, slot): IpCommand => ({ kind, family, priority, fwmark: mark, table: firstTable + slot }),
      ),
    ]);

  /** The routes of a slot. Packets of the gateway's own services have our address in the tunnel, and no mark. */
  const slotRoutes = (slot: number, { ipv4, ipv6 }: RouteAddresses): IpCommand[] => {
    const link = links[slot] ?? '';
    return (
      [
        [4, `${ipv4}/32`],
        [6, `${ipv6}/128`],
      ] as const
    ).flatMap(([family, own]): IpCommand[] => [
      { kind: 'address-replace', address: own, link },
      { kind: 'route-replace', family, to: 'default', link, table: firstTable + slot },
      { kind: 'rule-add', family, priority: sourcePriority, from: own, table: firstTable + slot },
    ]);
  };

  const withoutSlotRoutes = (slot: number): IpCommand[] =>
    families.flatMap((family): IpCommand[] => [
      { kind: 'rule-delete', family, priority: sourcePriority, table: firstTable + slot },
      { kind: 'route-flush', family, table: firstTable + slot },
    ]);

  const clearSlot = async (slot: number): Promise<void> => {
    await shell.runIp(withoutSlotRoutes(slot), { ignoreErrors: true });
    await shell.runIp([{ kind: 'addresses-flush', link: links[slot] ?? '' }], { ignoreErrors: true });
  };

  /** Puts the routes in force, before the main tunnel carries traffic: it may lead to another location now. */
  async function enter(): Promise<void> {
    if (routes().length === 0) return;
    await next(async () => {
      main = null;
      if (isInForce) return applyPlans();
      isInForce = true;
      mayRemain = true;
      await shell.runIp(markRules('rule-delete'), { ignoreErrors: true });
      await shell.runIp(markRules('rule-add'));
      await applyPlans();
    });
    await adoptPrograms();
  }

  const leave = (): Promise<void> =>
    next(async () => {
      if (!mayRemain) return;
      isInForce = false;
      main = null;
      counted = new Map();
      plans = [];
      await shell.applyNft(routeRules([], { links, fwmark, up: [] }, now()));
      await shell.runIp(markRules('rule-delete'), { ignoreErrors: true });
      mayRemain = false;
    });

  /** Outside the queue: a new cgroup applies the plans again. */
  async function adoptPrograms(): Promise<void> {
    const paths = routes().flatMap((route) => (route.kind === 'app' ? [route.path] : []));
    await programs.set(isInForce ? paths : []).catch((error: unknown) => {
      log.error({ reason: reasonOf(error) }, 'Programs could not be routed');
    });
  }

  return {
    links,
    async adapt() {
      await next(async () => {
        addresses.keepOnly(routes().flatMap((route) => (route.kind === 'site' ? [route.site] : [])));
        await applyPlans();
      });
      await adoptPrograms();
    },
    slotOf: (location) => slots.get(location) ?? null,
    setMain: (location) =>
      next(async () => {
        if (main === location) return;
        main = location;
        await applyPlans();
      }),
    setTunnel: (location, own) =>
      next(async () => {
        const slot = slots.get(location);
        tunnels.delete(location);
        if (slot === undefined) return;
        await clearSlot(slot);
        if (own !== null) {
          await shell.runIp(slotRoutes(slot, own));
          tunnels.set(location, own);
        }
        await applyPlans();
      }),
    tunnels: () => tunnels,
    learn: ({ site, addresses: found, ttl }) =>
      next(async () => {
        const wanted = plans.filter(({ kind }) => kind === 'site');
        const planOfSite = (name: string) => wanted.find(({ subject }) => subject === name);
        if (!isInForce || planOfSite(site) === undefined) return [];
        const exit = (name: string) => JSON.stringify(planOfSite(name)?.exit);
        const added = addresses.add(site, found, ttl, (one, other) => exit(one) === exit(other));
        const marked = [...added].flatMap(([owner, list]) => {
          const plan = planOfSite(owner);
          return plan === undefined ? [] : [{ mark: connectionMark(plan), list }];
        });
        for (const { mark, list } of marked) await shell.applyNft(routedElements(mark, list, now()));
        return marked.flatMap(({ list }) => list.map(({ address }) => address));
      }),
    async traffic() {
      await next(readCounters);
      return routes().map((route) => counted.get(subjectOf(route)) ?? noTraffic);
    },
    following: ({ routing, dns, localResolver }) => ({
      routing: {
        ...routing,
        async raise(tunnel) {
          await enter();
          await routing.raise(tunnel);
        },
      },
      dns: {
        ...dns,
        async restore() {
          await dns.restore();
          await leave();
        },
      },
      localResolver: {
        ...localResolver,
        async start(plan) {
          await enter();
          return localResolver.start(plan);
        },
      },
    }),
    async close() {
      await programs.close();
      await leave();
      for (const slot of slots.values()) await clearSlot(slot);
    },
  };
}
