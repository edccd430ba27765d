import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packagesOf, sumsOf } from './packages.ts';

test('lists only client packages, with checksums in sha256sum format', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packages-'));
  try {
    await writeFile(join(folder, 'comet_0.1.0_amd64.deb'), 'abc');
    await writeFile(join(folder, 'comet-gateway_0.1.0_amd64.deb'), 'x');
    await writeFile(join(folder, 'notes.txt'), 'x');
    const packages = await packagesOf(folder);
    expect(packages.map(({ name, bytes }) => [name, bytes])).toEqual([['comet_0.1.0_amd64.deb', 3]]);
    // FIPS 180-2, the example of three letters.
    expect(sumsOf(packages)).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  comet_0.1.0_amd64.deb\n',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('lists nothing without a package folder', async () => {
  expect(await packagesOf(undefined)).toEqual([]);
});
