import { setImmediate } from 'node:timers/promises';
import type { Log } from '@comet/foundation/log';
import { type Clock, reasonOf } from '@comet/foundation';
import type { Goal } from '../model/goal.ts';
import type { RunningTransport } from '../model/session.ts';
import { type Firewall, type FirewallPolicy, samePolicy } from '../platform/firewall/firewall.ts';
import { type PolicySettings, policyOf } from './policy.ts';
import type { Facts, Message, State } from './state.ts';
import { inConnected } from './states/connected.ts';
import { inConnecting } from './states/connecting.ts';
import { inDisconnected } from './states/disconnected.ts';
import { inDisconnecting } from './states/disconnecting.ts';
import { inError } from './states/error.ts';
import { disconnected } from './transitions.ts';
import { type ConnectOutcome, intentWaiters } from './waiters.ts';

/** Returns the next state. `policy` is the firewall's current policy. Returns the same object if nothing changes. */
export function step(state: State, message: Message, facts: Facts, policy: FirewallPolicy | null): State {
  switch (state.kind) {
    case 'disconnected':
      return inDisconnected(state, message, facts, policy);
    case 'connecting':
      return inConnecting(state, message, facts, policy);
    case 'connected':
      return inConnected(state, message, facts, policy);
    case 'disconnecting':
      return inDisconnecting(state, message, facts);
    case 'error':
      return inError(state, message, facts, policy);
  }
}

/** The lifetime of one state, for its work. */
export interface StateLifetime {
  /** True once the state's firewall rules are in force; false when that failed. */
  readonly blocked: Promise<boolean>;
  /** Whether the rules of the previous state block traffic. */
  readonly wasBlocking: boolean;
  /** Aborted when the state ends. Work must end soon after. */
  readonly signal: AbortSignal;
  report(message: Message): void;
  /** Permits another WireGuard port of the gateway instead of the current one. Resolves when the rules are in force. */
  usePort(port: number): Promise<void>;
  /** Permits the gateway's other transports; and, if one of them is `running`, the tunnel over it. */
  useTransport(running: RunningTransport | null): Promise<void>;
}

interface TunnelParts {
  readonly firewall: Firewall;
  /** The work of a state; must not reject. */
  readonly work: (state: State, lifetime: StateLifetime) => Promise<void>;
  /** Sends the peer of the ending tunnel a disconnect notification. Called while the rules still permit it; must not reject. */
  readonly logoutNotice: () => Promise<void>;
  /** Resolves when the watching clients show the last announced state, or after a time limit. Must not reject. */
  readonly shown: () => Promise<void>;
  readonly settings: () => PolicySettings;
  readonly connectionAttemptsFor: Facts['connectionAttemptsFor'];
  readonly clockFault: () => Facts['clockFault'];
  /** Saves the user's goal, so that a crashed daemon resumes it. */
  readonly remember: (intent: Goal | null) => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Calls back once after a delay in ms; the returned function cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: Log;
}

export interface Tunnel {
  readonly state: State;
  /** Whether traffic outside the tunnel is blocked now. */
  readonly blocking: boolean;
  connect(goal: Goal): Promise<ConnectOutcome>;
  /** Resolves when the tunnel is removed, or a newer command supersedes this one. */
  disconnect(): Promise<void>;
  /** Disconnects, and rejects every later connect: a pending command would otherwise leave its rules behind. */
  end(): Promise<void>;
  dispatch(message: Message): void;
  /** Called after each change, when its firewall rules are in force. */
  onChange(listener: (state: State) => void): void;
  /** Resolves when all dispatched messages are processed. */
  idle(): Promise<void>;
}

/**
 * The tunnel's state machine: one queue of messages, one state. Messages are processed one at a time: `step` returns the next state, its
 * firewall rules are applied, and only then is it announced. Work of the previous state ends first.
 * `found`: the policy in force at startup, until the first state replaces it; `unknown`: rules of an earlier process, which equal no policy.
 */
export function createTunnel(parts: TunnelParts, found: FirewallPolicy | 'unknown' | null): Tunnel {
  let keys = 0;
  const facts = (): Facts => {
    keys += 1;
    const { clock, random, connectionAttemptsFor, clockFault } = parts;
    return {
      now: clock.now(),
      nextKey: `state-${keys}`,
      random: random(),
      connectionAttemptsFor,
      clockFault: clockFault(),
    };
  };
  let state: State = disconnected(facts());
  let inForce = found;
  let leave = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let cancelRetry = (): void => undefined;
  const waiters = intentWaiters();
  const listeners = new Set<(state: State) => void>();
  let queue: Promise<void> = Promise.resolve();
  let ended = false;

  const currentPolicy = (): FirewallPolicy | null => (inForce === 'unknown' ? blockedPolicy() : inForce);
  const blockedPolicy = (): FirewallPolicy => {
    const { allowLan, api } = parts.settings();
    return { kind: 'blocked', allowLan, api };
  };

  async function enforce(policy: FirewallPolicy | null): Promise<boolean> {
    if (inForce !== 'unknown' && samePolicy(policy, inForce)) return true;
    try {
      await parts.firewall.apply(policy);
      inForce = policy;
      return true;
    } catch (error) {
      parts.log.error({ reason: reasonOf(error) }, 'The firewall could not be changed');
      return false;
    }
  }

  async function saveIntent(message: Message, next: State): Promise<void> {
    const isRefused = next.kind === 'disconnecting' && next.refusal !== null;
    if (message.kind !== 'connect' && message.kind !== 'disconnect' && !isRefused) return;
    const intent = message.kind === 'connect' ? message.goal : null;
    await parts
      .remember(intent)
      .catch((error: unknown) =>
        parts.log.error({ reason: reasonOf(error) }, 'The state file could not be written'),
      );
  }

  /** Starts the work of a state when that of the previous one has ended. `blocked` resolves when its rules are in force. */
  function work(next: State, blocked: Promise<boolean>, wasBlocking: boolean): void {
    leave = new AbortController();
    const { signal } = leave;
    const usePort = (port: number): Promise<void> => enqueue({ kind: 'port-tried', key: next.key, port });
    const useTransport = (running: RunningTransport | null): Promise<void> =>
      enqueue({ kind: 'transport-tried', key: next.key, running });
    const lifetime = { blocked, wasBlocking, signal, report, usePort, useTransport };
    working = working.then(() => parts.work(next, lifetime));
  }

  async function enter(next: State, saved: Promise<void>): Promise<void> {
    const wasBlocking = inForce !== null;
    if (next.key !== state.key) {
      leave.abort();
      if (state.kind === 'connected') await parts.logoutNotice();
    }
    const policy = policyOf(next, parts.settings());
    // No client may still show a tunnel when the first packet leaves outside it.
    if (wasBlocking && policy === null) await parts.shown();
    // If no rules are in force yet, the state's first packets do not wait for them.
    const blocked =
      wasBlocking || policy === null ? enforce(policy) : setImmediate().then(() => enforce(policy));
    if (next.key !== state.key) {
      cancelRetry();
      work(next, blocked, wasBlocking);
    }
    const held = await blocked;
    // The work continues meanwhile. Its messages are processed after this, so a client receives *connected* only for a saved goal.
    await saved;
    state = next;
    if (!held && next.kind !== 'error') {
      await enter(step(next, { kind: 'firewall-failed' }, facts(), currentPolicy()), saved);
      return;
    }
    if (state.kind === 'error' && state.retryAt !== null) retryAt(state.key, state.retryAt);
    for (const listener of listeners) listener(state);
    waiters.settle(state);
  }

  function retryAt(key: string, at: Date): void {
    cancelRetry();
    const wait = Math.max(0, at.getTime() - parts.clock.now().getTime());
    cancelRetry = parts.after(wait, () => report({ kind: 'retry-due', key }));
  }

  async function take(message: Message): Promise<void> {
    const next = step(state, message, facts(), currentPolicy());
    const saved = saveIntent(message, next);
    if (next === state && message.kind !== 'settings-changed') await saved;
    else await enter(next, saved);
  }

  function enqueue(message: Message): Promise<void> {
    queue = queue
      .then(() => take(message))
      .catch((error: unknown) => parts.log.error({ err: error }, 'A transition of the tunnel failed'));
    return queue;
  }

  function report(message: Message): void {
    void enqueue(message);
  }

  async function disconnect(): Promise<ConnectOutcome> {
    const waiter = waiters.add('disconnect');
    await enqueue({ kind: 'disconnect' });
    return waiter.outcome(state);
  }

  return {
    get state() {
      return state;
    },
    get blocking() {
      return inForce !== null;
    },
    async connect(goal) {
      if (ended) return { kind: 'superseded' };
      const waiter = waiters.add('connect');
      await enqueue({ kind: 'connect', goal });
      return waiter.outcome(state);
    },
    async disconnect() {
      await disconnect();
    },
    async end() {
      ended = true;
      let outcome = await disconnect();
      // Concurrent disconnects wait for the same end.
      while (outcome.kind === 'superseded') outcome = await disconnect();
    },
    dispatch: report,
    onChange(listener) {
      listeners.add(listener);
    },
    async idle() {
      let seen: Promise<void> | null = null;
      while (seen !== queue) {
        seen = queue;
        await seen;
      }
    },
  };
}
