import { failureText } from '@comet/texts/desktop';
import type { CommandName, ParamsOf } from '@comet/tunnel-protocol';
import { useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';

/** Tells the daemon what is chosen. The snapshot shows what became of it; `failure` is why the last one was refused. */
export function useChoices() {
  const daemon = useDaemon();
  const [failure, setFailure] = useState<string | null>(null);
  function choose<N extends CommandName>(command: N, params: ParamsOf<N>): void {
    setFailure(null);
    void daemon.ask(command, params).then((done) => {
      if (!done.ok) setFailure(failureText(done.error.error, done.error.detail));
    });
  }
  return { choose, failure };
}
