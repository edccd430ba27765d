import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { writePackage } from './write-package.ts';

test('a package that would lack a part is refused, and none is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-package-test-'));
  const without = (source: string) =>
    source.endsWith('comet-carrier') ? null : inRepository('package.json');
  const written = writePackage(
    'comet-gateway',
    without,
    { version: '1.0.0', architecture: 'amd64' },
    folder,
    {
      level: 1,
      allowMissing: false,
    },
  );
  await expect(written).rejects.toThrow(
    'comet-gateway would lack /usr/lib/comet-gateway/comet-carrier, which could not be built here.',
  );
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
