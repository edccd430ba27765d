import { useRef, useState } from 'react';
import { Change, type ChangeOptions, type ChangeState } from './change.ts';
import { useQueryClient } from './context.ts';

export interface Makes<V> {
  /** Begins the change. */
  readonly mutate: (variables: V) => void;
  /** Forgets what came of the last one. */
  readonly reset: () => void;
}

export type Outcome<T, V> =
  | {
      readonly isPending: boolean;
      readonly isSuccess: false;
      readonly error: null;
      readonly variables: V | undefined;
      readonly data: undefined;
    }
  | {
      readonly isPending: false;
      readonly isSuccess: true;
      readonly error: null;
      readonly variables: V;
      readonly data: T;
    }
  | {
      readonly isPending: false;
      readonly isSuccess: false;
      readonly error: Error;
      readonly variables: V;
      readonly data: undefined;
    };

/** A change that a press makes, and what became of the last one. */
export function useMutation<T, V = void, C = unknown>(
  options: ChangeOptions<T, V, C>,
): Makes<V> & Outcome<T, V> {
  const client = useQueryClient();
  const [state, setState] = useState<ChangeState<T, V> | null>(null);
  const last = useRef<Change<T, V> | null>(null);
  return {
    mutate: (variables) => {
      const change = new Change<T, V>(variables);
      last.current = change;
      setState(change.state);
      void change.make(client, options, () => {
        if (last.current === change) setState(change.state);
      });
    },
    reset: () => {
      last.current = null;
      setState(null);
    },
    isPending: state?.status === 'pending',
    isSuccess: state?.status === 'success',
    error: state?.status === 'error' ? state.error : null,
    variables: state?.variables,
    data: state?.status === 'success' ? state.data : undefined,
  } as Makes<V> & Outcome<T, V>;
}
