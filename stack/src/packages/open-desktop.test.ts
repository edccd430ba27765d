import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runQuietly } from '../checks/run-quietly.ts';
import { findCommand } from '../toolchain/debian-packages.ts';
import { inRepository } from '../repository.ts';

test.each([
  ['apt', 'sudo apt install libwebkit2gtk-4.1-0 libgtk-3-0 libayatana-appindicator3-1'],
  ['dnf', 'sudo dnf install webkit2gtk4.1 gtk3 libayatana-appindicator-gtk3'],
])('with %s, it prints the command that installs the app’s libraries', async (tool, command) => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-open-desktop-'));
  try {
    for (const name of [tool, 'zenity']) {
      await writeFile(join(folder, name), '#!/bin/sh\n');
      await chmod(join(folder, name), 0o755);
    }
    await symlink(findCommand('grep') ?? '', join(folder, 'grep'));
    const script = await readFile(inRepository('deploy/packages/comet/open-desktop'), 'utf8');
    const changed = script.replace(/^app=.*$/m, `app=${join(folder, 'missing')}`);
    await writeFile(join(folder, 'open-desktop'), changed);
    const { code, output } = await runQuietly(['/bin/sh', join(folder, 'open-desktop')], { PATH: folder });
    expect(code).toBe(1);
    expect(output.split('\n').filter((line) => line.startsWith('sudo'))).toEqual([command]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
