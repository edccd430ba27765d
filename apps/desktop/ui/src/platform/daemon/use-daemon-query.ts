import type { CommandName, ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import { useCallback, useEffect, useState } from 'react';
import { useDaemon, type DaemonFailure } from './use-daemon.tsx';

/** The commands without parameters. */
type QueryCommand = {
  [N in CommandName]: ParamsOf<N> extends Record<string, never> ? N : never;
}[CommandName];

export interface DaemonQuery<N extends CommandName> {
  /** Null until the first reply. */
  readonly value: ResultOf<N> | null;
  /** The error of a failed query. */
  readonly failure: DaemonFailure | null;
  readonly again: () => void;
}

/**
 * The daemon's reply to a query, which is sent when a screen opens, on request, and when the window gets the
 * focus.
 */
export function useDaemonQuery<N extends QueryCommand>(question: N): DaemonQuery<N> {
  const daemon = useDaemon();
  const [latest, setLatest] = useState<Omit<DaemonQuery<N>, 'again'>>({ value: null, failure: null });
  const [requests, setRequests] = useState(0);
  const again = useCallback(() => setRequests((before) => before + 1), []);
  useEffect(() => {
    let open = true;
    void daemon.send(question, {} as ParamsOf<N>).then((response) => {
      if (!open) return;
      if (response.ok) setLatest({ value: response.value, failure: null });
      // An earlier reply stays in place of an error.
      else setLatest((before) => (before.value === null ? { value: null, failure: response.error } : before));
    });
    return () => {
      open = false;
    };
  }, [daemon, question, requests]);
  useEffect(() => {
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, [again]);
  return { ...latest, again };
}
