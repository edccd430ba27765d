import type { BlockReason } from '@comet/tunnel-protocol';
import type { State } from './state.ts';

export type ConnectOutcome =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'failed'; readonly reason: BlockReason }
  /** A later command of the user replaced it. */
  | { readonly kind: 'superseded' };

interface Waiter {
  /** Resolves with the command's outcome; `now` is the state after the command was received. */
  outcome(now: State): Promise<ConnectOutcome>;
}

interface IntentWaiters {
  /** Adds a command, which ends the waiting for all earlier ones. */
  add(command: 'connect' | 'disconnect'): Waiter;
  settle(state: State): void;
}

/** Creates the waiters for the user's last command. */
export function intentWaiters(): IntentWaiters {
  let current: { settle(state: State): void; supersede(): void } | null = null;
  return {
    add(command) {
      current?.supersede();
      const { promise, resolve } = Promise.withResolvers<ConnectOutcome>();
      // Earlier states do not count.
      let taken = false;
      current = {
        settle(state) {
          const end = taken ? outcomeOf(command, state) : null;
          if (end !== null) resolve(end);
        },
        supersede: () => resolve({ kind: 'superseded' }),
      };
      const own = current;
      return {
        outcome(now) {
          taken = true;
          own.settle(now);
          return promise;
        },
      };
    },
    settle(state) {
      current?.settle(state);
    },
  };
}

function outcomeOf(command: 'connect' | 'disconnect', state: State): ConnectOutcome | null {
  if (state.kind === 'connected') return command === 'connect' ? { kind: 'connected' } : null;
  if (state.kind === 'disconnected')
    return command === 'connect' && state.refusal !== null
      ? { kind: 'failed', reason: state.refusal }
      : { kind: 'disconnected' };
  if (state.kind === 'error') return { kind: 'failed', reason: state.reason };
  return null;
}
