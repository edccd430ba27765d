import { failureText } from '@comet/texts/desktop';
import { useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';

export interface Connection {
  /** Connects to the last location, or to that of the settings; see the snapshot's `next`. */
  readonly connect: () => void;
  readonly disconnect: () => void;
  readonly resume: () => void;
  /** Why the last command failed, unless the state shows it. */
  readonly failure: string | null;
}

/** Errors that the tunnel's state already shows. */
const shownByState = ['connect_failed', 'superseded'];

/** The connection commands of the home screen. Their results arrive as snapshots. */
export function useConnection(): Connection {
  const daemon = useDaemon();
  const [failure, setFailure] = useState<string | null>(null);
  const run = (sent: ReturnType<typeof daemon.send>) => {
    setFailure(null);
    void sent.then((done) => {
      if (!done.ok && !shownByState.includes(done.error.error))
        setFailure(failureText(done.error.error, done.error.detail));
    });
  };
  return {
    connect: () => run(daemon.send('connect', { location: null })),
    disconnect: () => run(daemon.send('disconnect', {})),
    resume: () => run(daemon.send('resume', {})),
    failure,
  };
}
