import type { Duplex } from 'node:stream';
import type { AccessMethod, ResultOf } from '@comet/tunnel-protocol';
import type { AccessStrategy, Target } from './access-route.ts';
import { firstSuccess } from './first-success.ts';
import type { PermittedEndpoints } from './permitted-endpoints.ts';
import type { Verify } from './verified-connection.ts';

/** Milliseconds until a second method is tried: a direct connection over a satellite takes this long. */
const headDelay = 1_500;
/** Milliseconds between later methods, and between the routes of one method. */
const stagger = 700;
/** Maximum time in ms of one method: all of them end within the timeout of an API call. */
const timeout = 4_000;
/** Maximum time in ms of a method that is the only one, or that is tested. */
const longTimeout = 6_500;

type TestResult = ResultOf<'api.test'>['results'][number];

/** What is known about the methods on the current network. */
export interface AccessMemory {
  /** The method to try first; null if none is known. */
  worked(): AccessMethod | null;
  remember(method: AccessMethod): void;
}

/** A verified connection to the target of a call. */
export type OpenConnection = (target: Target) => Promise<Duplex>;

/** The ways to reach the API. */
export interface ApiAccess {
  /** Opens a connection by the chosen method, or by the first of all that reaches the target. */
  readonly open: OpenConnection;
  /** The method of the last connection on this network; null before one. */
  working(): AccessMethod | null;
  /** Tries each method once, in parallel. */
  test(): Promise<readonly TestResult[]>;
  /** Starts pending attempts again, once, after a change of the route or of the choice. */
  abort(): void;
}

interface ApiAccessParts {
  /** In the order to try. */
  readonly strategies: readonly AccessStrategy[];
  readonly api: Target;
  readonly choice: () => 'automatic' | AccessMethod;
  /** Whether connections use a tunnel of ours: then nothing is learned about the network. */
  readonly isTunnelled: () => boolean;
  readonly memory: AccessMemory;
  readonly permitted: PermittedEndpoints;
  readonly verify: Verify;
  /** Called with the address of a verified connection to the API that used no relay. */
  readonly onVerified: (address: string) => void;
  readonly delays?: { readonly head: number; readonly stagger: number };
}

/** Creates the access. Each connection is verified by the target's certificate before any request is sent through it. */
export function apiAccess(parts: ApiAccessParts): ApiAccess {
  const { strategies, api, choice, isTunnelled, memory, permitted, verify } = parts;
  const { head, stagger: later } = parts.delays ?? { head: headDelay, stagger };
  let leave = new AbortController();

  /** One connection by one method, within a time limit. */
  async function openBy(strategy: AccessStrategy, target: Target, limit: number, signal: AbortSignal) {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), limit);
    const attempts = strategy.routesTo(target).map((route) => async (routeSignal: AbortSignal) => {
      const withdrawals: (() => void)[] = [];
      const withdraw = (): void => {
        for (const one of withdrawals) one();
      };
      try {
        const stream = await route(target, {
          signal: routeSignal,
          permit: async (endpoints) => {
            const one = await permitted.hold(endpoints);
            withdrawals.push(one);
            if (routeSignal.aborted) throw new Error('aborted');
            return one;
          },
        });
        // The connection stays permitted until it is closed.
        stream.once('close', withdraw);
        const verified = await verify(stream, target, routeSignal);
        return { stream: verified, address: 'remoteAddress' in stream ? stream.remoteAddress : undefined };
      } catch (error) {
        withdraw();
        throw error;
      }
    });
    const discard = ({ stream }: { readonly stream: Duplex }) => void stream.destroy();
    try {
      return await firstSuccess(attempts, {
        delay: () => later,
        signal: AbortSignal.any([signal, over.signal]),
        discard,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  function inOrder(): readonly AccessStrategy[] {
    const chosen = choice();
    if (chosen !== 'automatic') return strategies.filter(({ method }) => method === chosen);
    const first = isTunnelled() ? null : memory.worked();
    return strategies.toSorted((one, other) => Number(other.method === first) - Number(one.method === first));
  }

  const isApi = ({ host, port }: Target): boolean => host === api.host && port === api.port;

  function succeeded(method: AccessMethod, target: Target, address: unknown): void {
    if (!isApi(target) || isTunnelled()) return;
    memory.remember(method);
    const isPlain = method === 'direct' || method === 'pinned' || method === 'doh';
    if (isPlain && target.usesTls && typeof address === 'string') parts.onVerified(address);
  }

  async function openOnce(target: Target, signal: AbortSignal): Promise<Duplex> {
    const available = inOrder().filter((strategy) => strategy.routesTo(target).length > 0);
    const limit = available.length === 1 ? longTimeout : timeout;
    const opened = await firstSuccess(
      available.map((strategy) => async (signal: AbortSignal) => {
        const connection = await openBy(strategy, target, limit, signal);
        return { ...connection, method: strategy.method };
      }),
      {
        delay: (index) => (index === 0 ? head : later),
        signal,
        discard: ({ stream }) => void stream.destroy(),
      },
    );
    succeeded(opened.method, target, opened.address);
    return opened.stream;
  }

  return {
    async open(target) {
      const { signal } = leave;
      try {
        return await openOnce(target, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        // The route or the choice changed: once more with the new one.
        return openOnce(target, leave.signal);
      }
    },
    working: () => memory.worked(),
    test: () =>
      Promise.all(
        strategies.map(async (strategy): Promise<TestResult> => {
          const { method } = strategy;
          if (strategy.routesTo(api).length === 0)
            return { method, outcome: 'unavailable', milliseconds: null };
          const start = performance.now();
          try {
            const { stream } = await openBy(strategy, api, longTimeout, leave.signal);
            stream.destroy();
            return { method, outcome: 'reached', milliseconds: Math.round(performance.now() - start) };
          } catch {
            return { method, outcome: 'failed', milliseconds: null };
          }
        }),
      ),
    abort() {
      leave.abort();
      leave = new AbortController();
    },
  };
}
