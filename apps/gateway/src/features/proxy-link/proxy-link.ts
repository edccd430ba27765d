import type { OwnNetwork } from '@comet/contract';
import { jsonOf } from '@comet/foundation';
import {
  type ExitView,
  type ProxyCustomer,
  proxyNews,
  type ProxyOrder,
  type ProxySetup,
  type UpstreamOutlet,
} from '../proxy/index.ts';
import { keepProxy, type KeepProxyParts } from './keep-proxy.ts';
import { SliceBook } from './slice-book.ts';

interface ProxyLinkParts extends Pick<KeepProxyParts, 'program' | 'listener' | 'sleep' | 'onFailure'> {
  readonly setup: Omit<ProxySetup, 'type'>;
  /** `relays` where it serves tunnels, too. */
  onListening(relays: boolean): void;
  /** Answered by `credit` or `empty`, some time. */
  onDraw(purse: string): void;
  /** Bytes of a slice used in all so far. After `done` it is not named again. */
  onUsed(slice: string, bytes: number, done: boolean): void;
  onExitFailed(exit: string): void;
}

/** The agent's end of the talk with the proxy. What is told here is told again to a process that had to be started anew. */
export interface ProxyLink {
  own(networks: readonly OwnNetwork[]): void;
  customers(pepper: string, all: readonly ProxyCustomer[]): void;
  put(customer: ProxyCustomer): void;
  gone(id: string): void;
  exits(all: readonly ExitView[]): void;
  /** The tunnel with this address leaves by this provider's endpoint, or by none. */
  session(address: string, exit: string | null): void;
  /** False when nobody is there to take it: the slice is to be given back unused. */
  credit(purse: string, slice: string, bytes: number): boolean;
  empty(purse: string): void;
  /** Whether a provider's endpoint serves; null where nobody is there to try. Who asks while it is being tried is answered together. */
  prove(upstream: string, outlet: UpstreamOutlet, countries: readonly string[]): Promise<boolean | null>;
  /** Takes these slices back; what was used of each comes by `onUsed`. */
  lapse(slices: readonly string[]): void;
  /** Ends the process; every slice has been settled when it resolves. */
  end(): Promise<void>;
}

/** Has the proxy run, and speaks with it. */
export function startProxy(parts: ProxyLinkParts): ProxyLink {
  const known = new Map<string, ProxyCustomer>();
  const book = new SliceBook();
  const sessions = new Map<string, string>();
  const proofs = new Map<string, PromiseWithResolvers<boolean | null>>();
  let pepper: string | null = null;
  let own: readonly OwnNetwork[] = [];
  let exits: readonly ExitView[] = [];

  const proxy = keepProxy({
    ...parts,
    onStart: tellAll,
    onLine: take,
    onGone() {
      for (const { slice, bytes } of book.settle()) parts.onUsed(slice, bytes, true);
      for (const upstream of proofs.keys()) proved(upstream, null);
    },
  });

  function send(order: ProxyOrder): boolean {
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
    const told = proxyNews.safeParse(jsonOf(line));
    // Whatever it has become, it is not to be believed; its slices are settled by what it said before.
    if (!told.success) return proxy.replace();
    const news = told.data;
    switch (news.type) {
      case 'listening':
        return parts.onListening(news.relay);
      case 'draw':
        return parts.onDraw(news.purse);
      case 'used':
        if (book.told(news.slice, news.bytes, news.done)) parts.onUsed(news.slice, news.bytes, news.done);
        return;
      case 'exit-failed':
        return parts.onExitFailed(news.exit);
      case 'proved':
        return proved(news.upstream, news.serves);
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
    credit(purse, slice, bytes) {
      if (!send({ type: 'credit', purse, slice, bytes })) return false;
      book.given(slice);
      return true;
    },
    empty(purse) {
      send({ type: 'empty', purse });
    },
    prove(upstream, outlet, countries) {
      const asked = proofs.get(upstream);
      if (asked !== undefined) return asked.promise;
      if (!send({ type: 'prove', upstream, outlet, countries: [...countries] })) return Promise.resolve(null);
      const asking = Promise.withResolvers<boolean | null>();
      proofs.set(upstream, asking);
      return asking.promise;
    },
    lapse(slices) {
      send({ type: 'lapsed', slices: [...slices] });
    },
    end: () => proxy.end(JSON.stringify({ type: 'end' } satisfies ProxyOrder)),
  };
}
