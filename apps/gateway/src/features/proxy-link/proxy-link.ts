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
  /** `relays` where it serves tunnels, too. */
  onListening(servesTunnels: boolean): void;
  /** Answered by `credit` or `empty`, some time. */
  onDraw(quotaAccount: string): void;
  /** Bytes of a slice used in all so far. After `done` it is not named again. */
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
  /** The tunnel with this address leaves by this provider's endpoint, or by none. */
  session(address: string, exit: string | null): void;
  /** Returns false where the proxy is not running: the quota lease is then returned unused. */
  credit(quotaAccount: string, slice: string, bytes: number): boolean;
  empty(quotaAccount: string): void;
  /** Resolves with whether a provider's endpoint works; null where the proxy is not running. Concurrent calls share one check. */
  prove(upstream: string, outlet: UpstreamOutlet, countries: readonly string[]): Promise<boolean | null>;
  /** Recalls these quota leases; the usage of each is reported by `onUsed`. */
  lapse(quotaLeases: readonly string[]): void;
  /** Ends the process; every slice has been settled when it resolves. */
  end(): Promise<void>;
}

/** Runs the proxy and communicates with it. */
export function startProxy(parts: ProxyLinkParts): ProxyLink {
  const known = new Map<string, ProxyCustomer>();
  const table = new QuotaLeaseJournal();
  const sessions = new Map<string, string>();
  const proofs = new Map<string, PromiseWithResolvers<boolean | null>>();
  let pepper: string | null = null;
  let own: readonly OwnNetwork[] = [];
  let exits: readonly ExitView[] = [];

  const proxy = superviseProxy({
    ...parts,
    onStart: tellAll,
    onLine: take,
    onGone() {
      for (const { slice, bytes } of table.settle()) parts.onUsed(slice, bytes, true);
      for (const upstream of proofs.keys()) proved(upstream, null);
    },
  });

  function send(order: ProxyCommand): boolean {
    return proxy.say(JSON.stringify(order));
  }

  function tellAll(): void {
    send({ type: 'setup', ...parts.setup });
    send({ type: 'own', networks: [...own] });
    send({ type: 'exits', all: [...exits] });
    for (const [address, exit] of sessions) send({ type: 'session', address, exit });
    if (pepper !== null) send({ type: 'customers', pepper, all: [...known.values()] });
  }

  function take(line: string): void {
    const told = proxyEvent.safeParse(jsonOf(line));
    // The process is no longer trusted; its quota leases are settled by its earlier reports.
    if (!told.success) return proxy.replace();
    const event = told.data;
    switch (event.type) {
      case 'listening':
        return parts.onListening(event.tproxy);
      case 'draw':
        return parts.onDraw(event.quotaAccount);
      case 'used':
        if (table.told(event.slice, event.bytes, event.done))
          parts.onUsed(event.slice, event.bytes, event.done);
        return;
      case 'exit-failed':
        return parts.onExitFailed(event.exit);
      case 'proved':
        return proved(event.upstream, event.serves);
    }
  }

  function proved(upstream: string, serves: boolean | null): void {
    proofs.get(upstream)?.resolve(serves);
    proofs.delete(upstream);
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
      table.given(slice);
      return true;
    },
    empty(quotaAccount) {
      send({ type: 'empty', quotaAccount });
    },
    prove(upstream, outlet, countries) {
      const asked = proofs.get(upstream);
      if (asked !== undefined) return asked.promise;
      if (!send({ type: 'prove', upstream, outlet, countries: [...countries] })) return Promise.resolve(null);
      const proxyRequest = Promise.withResolvers<boolean | null>();
      proofs.set(upstream, proxyRequest);
      return proxyRequest.promise;
    },
    lapse(quotaLeases) {
      send({ type: 'lapsed', quotaLeases: [...quotaLeases] });
    },
    end: () => proxy.end(JSON.stringify({ type: 'end' } satisfies ProxyCommand)),
  };
}
