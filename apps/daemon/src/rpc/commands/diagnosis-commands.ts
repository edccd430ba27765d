import { ok, type Result } from '@comet/foundation';
import type { ResultOf, Snapshot } from '@comet/tunnel-protocol';
import { type ExternalAddresses, verdictOn } from '../../check/verdict.ts';
import type { DaemonState } from '../../platform/files/daemon-state.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { State } from '../../tunnel/state.ts';
import type { RequestFailure } from '../control-channel.ts';

export interface DiagnosisParts {
  readonly file: StateFile;
  readonly state: () => State;
  readonly snapshot: () => Snapshot;
  /** Monitors this machine's external addresses. */
  readonly checkAddress: () => Promise<ExternalAddresses>;
  /** The addresses of this machine's links. */
  readonly own: () => readonly string[];
  readonly gather: (daemonState: DaemonState, snapshot: Snapshot) => Promise<ResultOf<'report'>['files']>;
}

type CommandReply<N extends 'check' | 'report'> = Promise<Result<ResultOf<N>, RequestFailure>>;

/** The commands for diagnosis. */
export function diagnosisCommandsOf({ file, state, snapshot, checkAddress, own, gather }: DiagnosisParts) {
  return {
    check: async (): CommandReply<'check'> => {
      const before = state();
      const seen = await checkAddress();
      // Not if the tunnel changed meanwhile.
      const connected = before.kind === 'connected' && state().key === before.key;
      const { outside, settings } = file.current;
      const found = verdictOn(seen, {
        connected,
        splitOff: settings.splitTunnel.mode === 'include',
        own: [...own(), ...outside],
      });
      if (found.verdict === 'unprotected' && state().kind === 'disconnected') {
        const now = [seen.exit.ipv4, seen.exit.ipv6].filter((address) => address !== null);
        if (now.length > 0 && now.join() !== outside.join()) await file.change({ outside: now });
      }
      return ok({ ...found, ...seen });
    },
    report: async (): CommandReply<'report'> => ok({ files: await gather(file.current, snapshot()) }),
  };
}
