import type { LabDescription } from '@comet/lab';
import type { Addresses } from '../addresses.ts';
import type { StateFolder } from './folder.ts';
import { birthOf } from './process-birth.ts';
import { removeStackFile, type StackFile, writeStackFile } from './stack-file.ts';

/** Keeps stack.json true while processes come and go. */
export interface Register {
  born(name: string, pid: number): Promise<void>;
  describeLab(lab: LabDescription): Promise<void>;
  /** Everything is up: from now on the file has `startedAt`. */
  ready(): Promise<void>;
  /** Nothing runs any more: removes the file. */
  forget(): Promise<void>;
}

export function createRegister(folder: StateFolder, addresses: Addresses): Register {
  let file: StackFile = { ...addresses, pids: {}, births: {} };
  let writing: Promise<void> = Promise.resolve();
  const write = (change: Partial<StackFile>): Promise<void> => {
    file = { ...file, ...change };
    writing = writing.then(() => writeStackFile(folder, file));
    return writing;
  };
  return {
    born(name, pid) {
      const births = { ...file.births, [name]: birthOf(pid) ?? '' };
      return write({ pids: { ...file.pids, [name]: pid }, births });
    },
    describeLab: (lab) => write({ lab }),
    ready: () => write({ startedAt: new Date().toISOString() }),
    async forget() {
      await writing;
      await removeStackFile(folder);
    },
  };
}
