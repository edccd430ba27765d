import type { BlockReason } from '@comet/tunnel-protocol';
import type { State } from './state.ts';

export type ConnectOutcome =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'failed'; readonly reason: BlockReason }
  /** The user has asked for something else since. */
  | { readonly kind: 'superseded' };

interface Waiter {
  /** Resolves when the wish has come to its end; `now` is the state after the wish was taken. */
  outcome(now: State): Promise<ConnectOutcome>;
}

interface IntentWaiters {
  /** A wish of the user, which ends the waiting for every wish before it. */
  add(wish: 'connect' | 'disconnect'): Waiter;
  settle(state: State): void;
}

/** Those who wait for what the user asked for last. */
export function intentWaiters(): IntentWaiters {
  let current: { settle(state: State): void; supersede(): void } | null = null;
  return {
    add(wish) {
      current?.supersede();
      const { promise, resolve } = Promise.withResolvers<ConnectOutcome>();
      // States from before the wish was taken say nothing about it.
      let taken = false;
      current = {
        settle(state) {
          const end = taken ? endOf(wish, state) : null;
          if (end !== null) resolve(end);
        },
        supersede: () => resolve({ kind: 'superseded' }),
      };
      const mine = current;
      return {
        outcome(now) {
          taken = true;
          mine.settle(now);
          return promise;
        },
      };
    },
    settle(state) {
      current?.settle(state);
    },
  };
}

function endOf(wish: 'connect' | 'disconnect', state: State): ConnectOutcome | null {
  if (state.kind === 'connected') return wish === 'connect' ? { kind: 'connected' } : null;
  if (state.kind === 'disconnected')
    return wish === 'connect' && state.refusal !== null
      ? { kind: 'failed', reason: state.refusal }
      : { kind: 'disconnected' };
  if (state.kind === 'error') return { kind: 'failed', reason: state.reason };
  return null;
}
