import { ok, type Result } from '@comet/foundation';
import type { ResultOf } from '@comet/tunnel-protocol';
import { type ExternalAddresses, verdictOn } from '../../check/verdict.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { State } from '../../tunnel/state.ts';
import type { RequestFailure } from '../control-channel.ts';

export interface DiagnosisParts {
  readonly file: StateFile;
  readonly state: () => State;
  /** Monitors this machine's external addresses. */
  readonly checkAddress: () => Promise<ExternalAddresses>;
  /** The addresses of this machine's links. */
  readonly own: () => readonly string[];
}

/** The command that checks for leaks. */
export function diagnosisCommandsOf({ file, state, checkAddress, own }: DiagnosisParts) {
  return {
    check: async (): Promise<Result<ResultOf<'check'>, RequestFailure>> => {
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
  };
}
