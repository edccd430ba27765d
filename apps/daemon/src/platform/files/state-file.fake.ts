import { freshMemory, type Memory } from './memory.ts';
import type { MemoryFile } from './state-file.ts';

export interface FakeMemoryFile extends MemoryFile {
  /** Whether writes fail. */
  full: boolean;
}

/** A memory that is never written to disk. */
export function fakeMemoryFile(start: Partial<Memory> = {}): FakeMemoryFile {
  let current: Memory = { ...freshMemory(), ...start };
  const file: FakeMemoryFile = {
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
