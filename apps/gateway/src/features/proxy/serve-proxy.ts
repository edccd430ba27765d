import { performance } from 'node:perf_hooks';
import { Engine, type EngineParts } from './engine.ts';
import { openRelay } from './relay/open-relay.ts';
import { provesService } from './probe/probe-upstream.ts';
import type { ProxyCommand } from './proxy-messages.ts';
import { serveTproxiedNames } from './tunnels/tproxied-names.ts';
import { BandwidthShares } from './limits/bandwidth-shares.ts';

/** Intervals in ms for updates of rates, usage reports, and the end of idle connections. */
const every = { rates: 50, report: 5_000, idleSweep: 300_000 };

export interface Proxy {
  /** The ports in use, in the order of the setup's. */
  readonly ports: readonly [number, number];
  /** It serves tunnels, too. */
  readonly servesTunnels: boolean;
  order(order: Exclude<ProxyCommand, { type: 'setup' | 'end' }>): void;
  /** Ends all connections and reports the usage. */
  close(): Promise<void>;
}

/** Serves HTTP and SOCKS5 on both ports: a client's first byte selects the protocol; on
 * `listener`, a descriptor, tunnels that leave through providers. Destinations are neither stored nor reported. */
export async function serveProxy(parts: EngineParts, listener: number | null = null): Promise<Proxy> {
  const engine = new Engine(parts);
  const { tproxy: place } = parts.setup;
  const carried = await openRelay(engine, place === null ? null : listener);
  const names = place === null || listener === null ? null : await serveTproxiedNames(engine, place);
  const shares = new BandwidthShares([() => performance.eventLoopUtilization(), carried.utilization]);
  const timers = [
    setInterval(() => {
      carried.tick();
      shares.tick(engine.sharers(), engine.exits.all(), every.rates);
    }, every.rates),
    setInterval(() => {
      engine.quotaAccounts.report(engine.now());
      engine.sessions.sweep(engine.now());
    }, every.report),
    setInterval(() => {
      for (const moving of engine.moving) if (!moving.hasMoved()) moving.destroy();
      carried.sweepIdle();
    }, every.idleSweep),
  ];

  return {
    ports: carried.ports,
    servesTunnels: names !== null,
    order(order) {
      carryOut(engine, order);
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      for (const moving of engine.moving) moving.destroy();
      await carried.close();
      engine.quotaAccounts.settle();
      names?.close();
    },
  };
}

/** Messages that change customers, exits or destinations. */
const decisive: ReadonlySet<string> = new Set([
  'own',
  'customers',
  'customer',
  'customer-gone',
  'exits',
  'empty',
] as const satisfies ProxyCommand['type'][]);

function carryOut(engine: Engine, order: Exclude<ProxyCommand, { type: 'setup' | 'end' }>): void {
  if (decisive.has(order.type)) void engine.ahead.giveUp(null);
  switch (order.type) {
    case 'own':
      return engine.setOwn(order.networks);
    case 'customers':
      return engine.customers.replaceAll(order.pepper, order.all);
    case 'customer':
      return engine.customers.put(order.put);
    case 'customer-gone':
      return engine.customers.remove(order.id);
    case 'session':
      return engine.tunnels.put(order.address, order.exit);
    case 'exits':
      return engine.setExits(order.all);
    case 'prove':
      return void provesService(engine, order).then((serves) =>
        engine.tell({ type: 'proved', upstream: order.upstream, serves }),
      );
    case 'credit':
      return engine.quotaAccounts.of(order.quotaAccount, engine.now()).credit(order.slice, order.bytes);
    case 'lapsed':
      return order.quotaLeases.forEach((slice) => engine.quotaAccounts.lapse(slice));
    case 'empty':
      return engine.quotaAccounts.of(order.quotaAccount, engine.now()).empty(engine.now());
  }
}
