import { useState } from 'react';

export interface Task {
  readonly busy: boolean;
  /** Error of the last run; null if there was none. */
  readonly failure: unknown;
  /** Starts the action, unless it is running. */
  readonly run: () => void;
}

/** State of an action that changes no cached data: busy until `work` settles, which also reports the result. */
export function useTask(work: () => Promise<unknown>): Task {
  const [state, setState] = useState<{ readonly busy: boolean; readonly failure: unknown }>({
    busy: false,
    failure: null,
  });
  const run = async () => {
    setState({ busy: true, failure: null });
    try {
      await work();
      setState({ busy: false, failure: null });
    } catch (failure) {
      setState({ busy: false, failure });
    }
  };
  return { ...state, run: () => void (state.busy || run()) };
}
