import type * as files from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { runProcess } from './run-process.ts';

const memory = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>();
  return {
    ...real,
    async open(...given: Parameters<typeof real.open>) {
      if (memory.room === 0) throw new Error('ENOSPC: no space left on device');
      const file = await real.open(...given);
      const write = file.write.bind(file);
      Object.assign(file, {
        write: (bytes: Buffer, offset: number, _: undefined, position: number) =>
          write(bytes, offset, Math.min(bytes.length, memory.room), position),
      });
      return file;
    },
  };
});

test.each([Number.POSITIVE_INFINITY, 7, 0])(
  'a program is given all of its input where the memory for files has room for %d bytes',
  async (room) => {
    memory.room = room;
    const input = 'add table inet comet\n'.repeat(10_000);
    expect(await runProcess('cat', [], input)).toEqual({ code: 0, stdout: input, stderr: '' });
    expect(await runProcess('cat', [], '')).toEqual({ code: 0, stdout: '', stderr: '' });
  },
);
