import type { OwnNetwork } from '@comet/contract';
import { jsonOf } from '@comet/foundation';
import {
  type ExitView,
  type ProxyCustomer,
  proxyEvent,
  type ProxyCommand,
  type ProxySetup,
  type UpstreamOutlet,
} from '../proxy/index.ts';
import { superviseProxy, type SuperviseProxyParts, QuotaLeaseJournal } from './supervise-proxy.ts';

interface ProxyLinkParts extends Pick<SuperviseProxyParts, 'program' | 'listener' | 'sleep' | 'onFailure'> {
  readonly setup: Omit<ProxySetup, 'type'>;
  /** `servesTunnels`: whether it also serves tunnels. */
  onListening(servesTunnels: boolean): void;
  /** Answered by `credit` or `empty`, possibly late. */
  onDraw(quotaAccount: string): void;
  /** Total usage of a quota lease; `done`: the last report of this lease. */
  onUsed(slice: string, bytes: number, done: boolean): void;
  onExitFailed(exit: string): void;
}

/** The agent's connection to the proxy. Its state is sent again to a restarted process. */
export interface ProxyLink {
  own(networks: readonly OwnNetwork[]): void;
  customers(pepper: string, all: readonly ProxyCustomer[]): void;
  put(customer: ProxyCustomer): void;
  gone(id: string): void;
  exits(all: readonly ExitView[]): void;
  /** Sets the provider's endpoint of the tunnel with this address; null for none. */
  session(address: string, exit: string | null): void;
  /** Returns false if the proxy is not running: the caller returns the quota lease unused. */
  credit(quotaAccount: string, slice: string, bytes: number): boolean;
  empty(quotaAccount: string): void;
  /** Resolves with whether a provider's endpoint works; null if the proxy is not running. Concurrent calls share one check. */
  probe(upstream: string, outlet: UpstreamOutlet, countries: readonly string[]): Promise<boolean | null>;
  /** Recalls these quota leases; the usage of each is reported by `onUsed`. */
  lapse(quotaLeases: readonly string[]): void;
  /** Ends the process; resolves when the usage of all quota leases is reported. */
  end(): Promise<void>;
}

/** Runs the proxy and communicates with it. */
export function startProxy(parts: ProxyLinkParts): ProxyLink {
  const known = new Map<string, ProxyCustomer>();
  const journal = new QuotaLeaseJournal();
  const sessions = new Map<string, string>();
  const pendingProbes = new Map<string, PromiseWithResolvers<boolean | null>>();
  let pepper: string | null = null;
  let own: readonly OwnNetwork[] = [];
  let exits: readonly ExitView[] = [];

  const proxy = superviseProxy({
    ...parts,
    onStart: sendAll,
    onLine: receive,
    onGone() {
      for (const { slice, bytes } of journal.settle()) parts.onUsed(slice, bytes, true);
      for (const upstream of pendingProbes.keys()) completeProbe(upstream, null);
    },
  });

  function send(command: ProxyCommand): boolean {
    return proxy.send(JSON.stringify(command));
  }

  function sendAll(): void {
    send({ type: 'setup', ...parts.setup });
    send({ type: 'own', networks: [...own] });
    send({ type: 'exits', all: [...exits] });
    for (const [address, exit] of sessions) send({ type: 'session', address, exit });
    if (pepper !== null) send({ type: 'customers', pepper, all: [...known.values()] });
  }

  function receive(line: string): void {
    const parsed = proxyEvent.safeParse(jsonOf(line));
    // The process is no longer trusted; its quota leases are settled by its earlier reports.
    if (!parsed.success) return proxy.replace();
    const event = parsed.data;
    switch (event.type) {
      case 'listening':
        return parts.onListening(event.tproxy);
      case 'draw':
        return parts.onDraw(event.quotaAccount);
      case 'used':
        if (journal.record(event.slice, event.bytes, event.done))
          parts.onUsed(event.slice, event.bytes, event.done);
        return;
      case 'exit-failed':
        return parts.onExitFailed(event.exit);
      case 'proved':
        return completeProbe(event.upstream, event.serves);
    }
  }

  function completeProbe(upstream: string, serves: boolean | null): void {
    pendingProbes.get(upstream)?.resolve(serves);
    pendingProbes.delete(upstream);
  }

  return {
    own(networks) {
      own = networks;
      send({ type: 'own', networks: [...networks] });
    },
    customers(newPepper, all) {
      pepper = newPepper;
      known.clear();
      for (const customer of all) known.set(customer.id, customer);
      send({ type: 'customers', pepper, all: [...all] });
    },
    put(customer) {
      known.set(customer.id, customer);
      send({ type: 'customer', put: customer });
    },
    gone(id) {
      known.delete(id);
      send({ type: 'customer-gone', id });
    },
    exits(all) {
      exits = all;
      send({ type: 'exits', all: [...all] });
    },
    session(address, exit) {
      if (exit === null) sessions.delete(address);
      else sessions.set(address, exit);
      send({ type: 'session', address, exit });
    },
    credit(quotaAccount, slice, bytes) {
      if (!send({ type: 'credit', quotaAccount, slice, bytes })) return false;
      journal.add(slice);
      return true;
    },
    empty(quotaAccount) {
      send({ type: 'empty', quotaAccount });
    },
    probe(upstream, outlet, countries) {
      const running = pendingProbes.get(upstream);
      if (running !== undefined) return running.promise;
      if (!send({ type: 'prove', upstream, outlet, countries: [...countries] })) return Promise.resolve(null);
      const pending = Promise.withResolvers<boolean | null>();
      pendingProbes.set(upstream, pending);
      return pending.promise;
    },
    lapse(quotaLeases) {
      send({ type: 'lapsed', quotaLeases: [...quotaLeases] });
    },
    end: () => proxy.end(JSON.stringify({ type: 'end' } satisfies ProxyCommand)),
  };
}
