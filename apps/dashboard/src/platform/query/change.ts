import type { QueryClient } from './client.ts';

const MINUTE = 60_000;

export interface ChangeOptions<T, V, C> {
  /** Makes the change. It is never repeated: it may have been made although no answer came. */
  readonly mutationFn: (variables: V) => Promise<T>;
  /** Before it is made: what is shown ahead of it. What this gives is given to the others. */
  readonly onMutate?: (variables: V) => C | Promise<C>;
  readonly onSuccess?: (data: T, variables: V, context: C | undefined) => unknown;
  /** Takes back what was shown ahead. */
  readonly onError?: (error: Error, variables: V, context: C | undefined) => unknown;
  readonly onSettled?: () => unknown;
}

export type ChangeState<T, V> =
  | { readonly status: 'pending'; readonly variables: V }
  | { readonly status: 'success'; readonly variables: V; readonly data: T }
  | { readonly status: 'error'; readonly variables: V; readonly error: Error };

/** One change, from the press to what came of it. It goes on where the screen that began it is gone. */
export class Change<T, V> {
  state: ChangeState<T, V>;

  constructor(variables: V) {
    this.state = { status: 'pending', variables };
  }

  /** Makes it, and calls back when its state has changed. Never throws: the state says what it failed with. */
  async make<C>(client: QueryClient, options: ChangeOptions<T, V, C>, changed: () => void): Promise<void> {
    const { variables } = this.state;
    let context: C | undefined;
    client.changes.add(this);
    try {
      context = await options.onMutate?.(variables);
      const data = await options.mutationFn(variables);
      await options.onSuccess?.(data, variables, context);
      await options.onSettled?.();
      this.state = { status: 'success', variables, data };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.state = { status: 'error', variables, error };
      await options.onError?.(error, variables, context);
      await options.onSettled?.();
    }
    setTimeout(() => client.changes.delete(this), MINUTE);
    changed();
  }
}
