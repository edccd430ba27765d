import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installedPrograms } from './installed-programs.ts';

let root = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'comet-menus-')));
  for (const folder of ['menu', 'bin', 'theirs', 'lib']) await mkdir(join(root, folder), { mode: 0o755 });
});
afterEach(() => rm(root, { recursive: true }));

const entry = (name: string, exec: string) =>
  writeFile(
    join(root, 'menu', `${name}.desktop`),
    `[Desktop Entry]\nType=Application\nName=${name}\nExec=${exec}\n`,
  );
const program = async (path: string, text = '\u{7f}ELF rest', mode = 0o755) => {
  await writeFile(join(root, path), text, 'latin1');
  await chmod(join(root, path), mode);
};
const list = () =>
  installedPrograms({
    menus: [join(root, 'menu'), '/nowhere'],
    path: [join(root, 'theirs'), join(root, 'bin')],
    wrapped: join(root, 'lib'),
  });

test.runIf(process.getuid?.() === 0)(
  'lists programs by their executables, in folders that only root can write to',
  async () => {
    await program('lib/viewer');
    await symlink(join(root, 'lib/viewer'), join(root, 'bin/viewer'));
    await program('theirs/viewer');
    await chmod(join(root, 'theirs'), 0o777);
    await program('lib/zebra');
    await entry('Zebra', join(root, 'lib/zebra'));
    await entry('Viewer', 'viewer %U');
    await entry('Viewing again', 'viewer --again');
    expect(await list()).toEqual([
      { name: 'Viewer', path: join(root, 'lib/viewer') },
      { name: 'Zebra', path: join(root, 'lib/zebra') },
    ]);
  },
);

test.runIf(process.getuid?.() === 0)(
  'omits scripts, files that are not executable, and entries without an existing program',
  async () => {
    await program('bin/script', '#!/bin/sh\n');
    await program('bin/data', '\u{7f}ELF', 0o644);
    await program('bin/tiny', '');
    for (const name of ['script', 'data', 'tiny', 'absent']) await entry(name, name);
    await mkdir(join(root, 'menu', 'folder.desktop'));
    await symlink('/dev/zero', join(root, 'menu', 'endless.desktop'));
    expect(await list()).toEqual([]);
  },
);

test.runIf(process.getuid?.() === 0)('resolves a script to the program of the same name', async () => {
  await program('bin/browser', '#!/bin/sh\n');
  await mkdir(join(root, 'lib', 'browser'));
  await program('lib/browser/browser');
  await entry('Browser', 'browser %U');
  expect(await list()).toEqual([{ name: 'Browser', path: join(root, 'lib/browser/browser') }]);
});
