import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { inRepository } from '../repository.ts';
import type { PACKAGES } from './nfpm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the packages that the tests of one run share. */
    readonly packages: string;
  }
}

/** Paths of all packages in both formats. */
export type BuiltPackages = Readonly<
  Record<(typeof PACKAGES)[number], Readonly<Record<'deb' | 'rpm', string>>>
>;

/**
 * Builds all packages in `folder` once: a second caller, also in another process, waits for the same build, because both would write into
 * the same dist/. They have no trust anchors. Throws the build's output if it fails.
 */
export async function buildPackages(folder: string): Promise<BuiltPackages> {
  const trust = join(folder, 'trust.json');
  const listKeys = [{ kid: 'a', publicKey: 'ra1yIhZpe4XzzLuVHYDFyT4yEmVvXQ7uzZ9OyKNXaVA' }];
  await writeFile(trust, JSON.stringify({ listKeys, certificateAuthorities: ['none'] }));
  const args = ['--quick', '--out', folder, '--trust', trust, '--api', 'https://api.comet.test'];
  // Compiling the desktop app takes minutes, and these tests do not need it.
  const app = inRepository('apps/desktop/dist/comet-desktop');
  args.push(...(existsSync(app) ? ['--app', app] : ['--no-app']));
  const once = 'cd "$1" && shift && { [ -e built ] || { "$@" && touch built; }; }';
  const build = ['node', inRepository('stack/src/package.ts'), ...args];
  const lock = join(folder, 'lock');
  const { code, output } = await runQuietly(['flock', lock, 'sh', '-c', once, 'sh', folder, ...build]);
  if (code !== 0) throw new Error(output);
  const files = await readdir(folder);
  const path = (start: string, end: string): string => {
    const file = files.find((one) => one.startsWith(start) && one.endsWith(end));
    if (file === undefined) throw new Error(`${start}…${end} was not built:\n${output}`);
    return join(folder, file);
  };
  return {
    comet: { deb: path('comet_', '.deb'), rpm: path('comet-0', '.rpm') },
    'comet-gateway': { deb: path('comet-gateway_', '.deb'), rpm: path('comet-gateway-', '.rpm') },
    'comet-control': { deb: path('comet-control_', '.deb'), rpm: path('comet-control-', '.rpm') },
  };
}
