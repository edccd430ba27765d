import { failureText } from '@comet/texts/desktop';
import type { CommandName, ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import { useEffect, useRef, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';

/** State of a command that a click starts. */
type CommandState<N extends CommandName> =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'asking' }
  /** `at`: in milliseconds since 1970. */
  | { readonly kind: 'answered'; readonly answer: ResultOf<N>; readonly at: number }
  | { readonly kind: 'refused'; readonly why: string };

/** Sends a command on request; returns the latest reply. */
export function useCommand<N extends CommandName>(
  command: N,
  params: ParamsOf<N>,
): readonly [CommandState<N>, () => void] {
  const daemon = useDaemon();
  const [asked, setAsked] = useState<CommandState<N>>({ kind: 'not-yet' });
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);
  const ask = () => {
    setAsked({ kind: 'asking' });
    void daemon.ask(command, params).then((done) => {
      if (!open.current) return;
      setAsked(
        done.ok
          ? { kind: 'answered', answer: done.value, at: Date.now() }
          : { kind: 'refused', why: failureText(done.error.error, done.error.detail) },
      );
    });
  };
  return [asked, ask];
}
