import { type ChildProcess, spawn } from 'node:child_process';
import type { OwnNetwork } from '@comet/contract';
import { backoffDelay, jsonOf } from '@comet/foundation';
import {
  type ExitView,
  type ProxyCustomer,
  proxyNews,
  type ProxyOrder,
  type ProxySetup,
  type UpstreamOutlet,
} from '../proxy/index.ts';
import { commandLine } from './command-line.ts';
import { readLines } from './read-lines.ts';
import { SliceBook } from './slice-book.ts';

interface ProxyLinkParts {
  readonly program: string;
  /** The program that opens the socket of tunnels which leave through providers, and then becomes ours; null where there is none. */
  readonly listener: string | null;
  readonly setup: Omit<ProxySetup, 'type'>;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** `relays` where it serves tunnels, too. */
  onListening(relays: boolean): void;
  /** Answered by `credit` or `empty`, some time. */
  onDraw(purse: string): void;
  /** Bytes of a slice used in all so far. After `done` it is not named again. */
  onUsed(slice: string, bytes: number, done: boolean): void;
  onExitFailed(exit: string): void;
  onFailure(reason: string): void;
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

const waits = { first: 200, most: 10_000 };
/** Milliseconds that the process has to tell what was used, once it was asked to end. */
const patience = 3_000;
const longestNews = 4_096;

/** Keeps the proxy at work in a process of its own, which has no rights. It ends with the agent: nobody would pay for it. */
export function startProxy(parts: ProxyLinkParts): ProxyLink {
  const stop = new AbortController();
  const known = new Map<string, ProxyCustomer>();
  const book = new SliceBook();
  const sessions = new Map<string, string>();
  const proofs = new Map<string, PromiseWithResolvers<boolean | null>>();
  let pepper: string | null = null;
  let own: readonly OwnNetwork[] = [];
  let exits: readonly ExitView[] = [];
  let child: ChildProcess | null = null;

  function send(order: ProxyOrder): boolean {
    if (child?.stdin?.writable !== true) return false;
    child.stdin.write(`${JSON.stringify(order)}\n`);
    return true;
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
    if (!told.success) return void child?.kill('SIGKILL');
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

  function runOnce(): Promise<string> {
    return new Promise((resolve) => {
      const [program, ...args] = commandLine(parts.program, parts.listener);
      const started = spawn(program, args, {
        env: { PATH: '/usr/bin:/bin' },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child = started;
      let complaint = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        complaint = `${complaint}${text}`.slice(-400);
      });
      started.on('error', (error) => {
        complaint = error.message;
      });
      started.stdin.on('error', () => undefined);
      readLines(started.stdout, longestNews, take, () => started.kill('SIGKILL'));
      started.on('close', (code) => {
        child = null;
        for (const { slice, bytes } of book.settle()) parts.onUsed(slice, bytes, true);
        for (const upstream of proofs.keys()) proved(upstream, null);
        resolve(complaint.trim() || `it ended with ${code ?? 'a signal'}`);
      });
      tellAll();
    });
  }

  async function keep(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; ) {
      const began = Date.now();
      const reason = await runOnce();
      if (stop.signal.aborted) return;
      parts.onFailure(reason);
      failures = Date.now() - began > waits.most ? 0 : failures + 1;
      await parts.sleep(backoffDelay(failures, waits), stop.signal);
    }
  }

  const keeping = keep();
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
    async end() {
      stop.abort();
      send({ type: 'end' });
      const timer = setTimeout(() => child?.kill('SIGKILL'), patience);
      await keeping;
      clearTimeout(timer);
    },
  };
}
