import { performance } from 'node:perf_hooks';
import { Engine, type EngineParts } from './engine.ts';
import { openRelay } from './relay/open-relay.ts';
import { probeUpstream } from './probe/probe-upstream.ts';
import type { ProxyCommand } from './proxy-messages.ts';
import { serveTunnelDns } from './tunnels/serve-tunnel-dns.ts';
import { BandwidthShares } from './limits/bandwidth-shares.ts';

/** Intervals in ms for updates of rates, usage reports, and the end of idle connections. */
const every = { rates: 50, report: 5_000, idleSweep: 300_000 };

export interface Proxy {
  /** The ports in use: HTTP and SOCKS5. */
  readonly ports: readonly [number, number];
  /** Whether it also serves tunnels. */
  readonly servesTunnels: boolean;
  execute(command: Exclude<ProxyCommand, { type: 'setup' | 'end' }>): void;
  /** Ends all connections and reports the usage. */
  close(): Promise<void>;
}

/**
 * Serves HTTP and SOCKS5 on both ports (a client's first byte selects the protocol), and tunnels that leave through providers on the
 * descriptor `listener`. Destinations are neither stored nor reported.
 */
export async function serveProxy(parts: EngineParts, listener: number | null = null): Promise<Proxy> {
  const engine = new Engine(parts);
  const { tproxy } = parts.setup;
  const relay = await openRelay(engine, tproxy === null ? null : listener);
  const tunnelDns = tproxy === null || listener === null ? null : await serveTunnelDns(engine, tproxy);
  const shares = new BandwidthShares([() => performance.eventLoopUtilization(), relay.utilization]);
  const timers = [
    setInterval(() => {
      relay.tick();
      shares.tick(engine.allCustomers(), engine.exits.all(), every.rates);
    }, every.rates),
    setInterval(() => {
      engine.quotaAccounts.report(engine.now());
      engine.sessions.sweep(engine.now());
    }, every.report),
    setInterval(() => {
      for (const connection of engine.openConnections) if (!connection.wasActive()) connection.destroy();
      relay.sweepIdle();
    }, every.idleSweep),
  ];

  return {
    ports: relay.ports,
    servesTunnels: tunnelDns !== null,
    execute(command) {
      execute(engine, command);
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      for (const connection of engine.openConnections) connection.destroy();
      await relay.close();
      engine.quotaAccounts.settle();
      tunnelDns?.close();
    },
  };
}

/** Messages that change customers, exits or destinations. */
const policyMessages: ReadonlySet<string> = new Set([
  'own',
  'customers',
  'customer',
  'customer-gone',
  'exits',
  'empty',
] as const satisfies ProxyCommand['type'][]);

function execute(engine: Engine, command: Exclude<ProxyCommand, { type: 'setup' | 'end' }>): void {
  if (policyMessages.has(command.type)) void engine.preauthorisationPool.releaseUnused(null);
  switch (command.type) {
    case 'own':
      return engine.setOwn(command.networks);
    case 'customers':
      return engine.customers.replaceAll(command.pepper, command.all);
    case 'customer':
      return engine.customers.put(command.put);
    case 'customer-gone':
      return engine.customers.remove(command.id);
    case 'session':
      return engine.tunnels.put(command.address, command.exit);
    case 'exits':
      return engine.setExits(command.all);
    case 'prove':
      return void probeUpstream(engine, command).then((serves) =>
        engine.emit({ type: 'proved', upstream: command.upstream, serves }),
      );
    case 'credit':
      return engine.quotaAccounts.of(command.quotaAccount, engine.now()).credit(command.slice, command.bytes);
    case 'lapsed':
      return command.quotaLeases.forEach((slice) => engine.quotaAccounts.lapse(slice));
    case 'empty':
      return engine.quotaAccounts.of(command.quotaAccount, engine.now()).empty(engine.now());
  }
}
