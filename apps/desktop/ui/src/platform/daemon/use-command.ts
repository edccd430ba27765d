import { failureText } from '@comet/texts/desktop';
import type { CommandName, ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import { useEffect, useRef, useState } from 'react';
import { useDaemon } from './use-daemon.tsx';

/** State of a command that a click starts. */
type CommandState<N extends CommandName> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  /** `at`: in milliseconds since 1970. */
  | { readonly kind: 'done'; readonly result: ResultOf<N>; readonly at: number }
  | { readonly kind: 'failed'; readonly message: string };

/** Sends a command on request; returns the latest reply. */
export function useCommand<N extends CommandName>(
  command: N,
  params: ParamsOf<N>,
): readonly [CommandState<N>, () => void] {
  const daemon = useDaemon();
  const [state, setState] = useState<CommandState<N>>({ kind: 'idle' });
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);
  const run = () => {
    setState({ kind: 'running' });
    void daemon.send(command, params).then((done) => {
      if (!open.current) return;
      setState(
        done.ok
          ? { kind: 'done', result: done.value, at: Date.now() }
          : { kind: 'failed', message: failureText(done.error.error, done.error.detail) },
      );
    });
  };
  return [state, run];
}
