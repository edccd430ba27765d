import { initialDaemonState, type DaemonState } from './daemon-state.ts';
import type { StateFile } from './state-file.ts';

export interface FakeStateFile extends StateFile {
  /** Whether writes fail. */
  full: boolean;
}

/** A state file that is never written to disk. */
export function fakeStateFile(start: Partial<DaemonState> = {}): FakeStateFile {
  let current: DaemonState = { ...initialDaemonState(), ...start };
  const file: FakeStateFile = {
    full: false,
    get current() {
      return current;
    },
    wasBroken: false,
    async change(part) {
      current = { ...current, ...part };
      await Promise.resolve();
      return !file.full;
    },
  };
  return file;
}
