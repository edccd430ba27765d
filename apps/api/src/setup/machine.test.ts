import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { replaceFile } from './machine.ts';
import { useSetup } from './setup-fixture.ts';

const { inFolder } = useSetup();

test('a file is replaced as a whole, with its mode', async () => {
  const path = inFolder('control.env');
  await writeFile(path, 'old', { mode: 0o666 });
  await replaceFile(path, 'new', { mode: 0o640, group: null });
  expect(await readFile(path, 'utf8')).toBe('new');
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  await expect(replaceFile(path, 'x', { mode: 0o640, group: 'no-such-group' })).rejects.toThrow(
    'has no group',
  );
  expect(await readFile(path, 'utf8')).toBe('new');
});
