import type * as fs from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { nft } from './nft.ts';
import type * as apply from './nft-apply.ts';
import { applyNft } from './nft-apply.ts';
import { openWarmNft } from './warm-nft.ts';

const disk = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY }));
const asked = vi.hoisted((): string[] => []);

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof fs>()),
  writeSync: (_: number, bytes: Uint8Array) => {
    if (disk.room === 0) throw new Error('ENOSPC: no space left on device');
    return Math.min(disk.room, bytes.length);
  },
}));
vi.mock('./warm-process.ts', () => ({
  startWarmProcess: () => ({
    usable: true,
    ask: async (line: string) => {
      asked.push(line);
      return { kind: 'answered', value: '' };
    },
    end: () => undefined,
  }),
}));
vi.mock('./nft-apply.ts', async (original) => ({
  ...(await original<typeof apply>()),
  applyNft: vi.fn<typeof applyNft>(() => Promise.resolve()),
}));

const batch = nft`add table inet comet`;

beforeEach(() => {
  vi.mocked(applyNft).mockClear();
  asked.length = 0;
});

test('rules go to the waiting program', async () => {
  disk.room = Number.POSITIVE_INFINITY;
  const warm = openWarmNft();
  await warm.apply(batch);
  expect(asked.join()).toContain('include');
  expect(applyNft).not.toHaveBeenCalled();
  await warm.end();
});

test.each([0, 7])(
  'where whoever fills the shared memory leaves %i bytes, the rules come into force all the same',
  async (room) => {
    disk.room = room;
    const warm = openWarmNft();
    await warm.apply(batch);
    expect(applyNft).toHaveBeenCalledExactlyOnceWith(batch);
    expect(asked.join()).not.toContain('include');
    await warm.end();
  },
);
