import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPreloadable, preloadEnvironment } from '../index.ts';

test('rejects a path that ld.so would interpret differently', () => {
  expect(isPreloadable('/usr/lib/comet/libcomet_udp_offload.so')).toBe(true);
  for (const bad of ['', 'lib.so', '/a:/b', '/a /b', '/$LIB/a', '/a\n/b', '/a\0', `/${'a'.repeat(300)}`])
    expect([bad, isPreloadable(bad), preloadEnvironment(bad)]).toEqual([bad, false, {}]);
});

test.runIf(process.getuid?.() === 0)('preloads only a library that only root can write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-preload-'));
  const path = join(folder, 'library.so');
  try {
    expect(preloadEnvironment(path)).toEqual({});
    expect(preloadEnvironment(folder)).toEqual({});
    await writeFile(path, '', { mode: 0o644 });
    expect(preloadEnvironment(path)).toEqual({ LD_PRELOAD: path });
    for (const mode of [0o664, 0o646]) {
      await chmod(path, mode);
      expect(preloadEnvironment(path)).toEqual({});
    }
    await chmod(path, 0o644);
    await chown(path, 65_534, 0);
    expect(preloadEnvironment(path)).toEqual({});
  } finally {
    await rm(folder, { recursive: true });
  }
});
