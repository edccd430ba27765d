import { failureText } from '@comet/texts/desktop';
import type { CommandName, ParamsOf } from '@comet/tunnel-protocol';
import { useState } from 'react';
import { useDaemon } from './use-daemon.tsx';

/**
 * Changes settings by commands of the daemon. The snapshot shows the result; `failure` is the error of the
 * last command.
 */
export function useChoices() {
  const daemon = useDaemon();
  const [failure, setFailure] = useState<string | null>(null);
  /** `onDone` is called after success only, for example to clear a field. */
  function choose<N extends CommandName>(command: N, params: ParamsOf<N>, onDone?: () => void): void {
    setFailure(null);
    void daemon.send(command, params).then((done) => {
      if (done.ok) onDone?.();
      else setFailure(failureText(done.error.error, done.error.detail));
    });
  }
  return { choose, failure };
}
