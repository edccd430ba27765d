import { freshMemory, type Memory, type MemoryFile } from './state-file.ts';

/** A memory that forgets when the process ends. */
export function fakeMemoryFile(start: Partial<Memory> = {}): MemoryFile {
  let current: Memory = { ...freshMemory(), ...start };
  return {
    get current() {
      return current;
    },
    wasBroken: false,
    async change(part) {
      current = { ...current, ...part };
      await Promise.resolve();
    },
  };
}
