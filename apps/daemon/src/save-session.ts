import type { Log } from '@comet/foundation/log';
import { type Clock, reasonOf } from '@comet/foundation';
import type { DataPlane } from './data-plane.ts';
import type { StateFile } from './platform/files/state-file.ts';
import { prepareAttempt } from './tunnel/attempts/prepare-attempt.ts';
import type { TunnelControl } from './tunnel-control.ts';
import { version } from './version.ts';

interface SaveSessionParts {
  readonly file: StateFile;
  readonly dataPlane: Pick<DataPlane, 'saveSessions' | 'links'>;
  readonly control: Pick<TunnelControl, 'tunnel' | 'connectionAttemptsFor'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The last step of a close: saves sessions that the next process restores at startup. Failures are only logged. */
export async function saveSession({ file, dataPlane, control, clock, log }: SaveSessionParts): Promise<void> {
  if (dataPlane.saveSessions === undefined || control.tunnel.state.kind !== 'disconnected') return;
  const starts = prepareAttempt({
    daemonState: file.current,
    connectionAttemptsFor: control.connectionAttemptsFor,
    links: dataPlane.links,
    version,
    now: clock.now(),
  });
  if (starts === null) return;
  await dataPlane
    .saveSessions(starts)
    .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'The session could not be saved'));
}
