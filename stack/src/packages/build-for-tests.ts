import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../checks/run-quietly.ts';
import { findWireguardGo } from '../machine/wireguard-go.ts';
import { inRepository } from '../repository.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for the packages that the tests of one run share. */
    readonly packages: string;
  }
}

/** The paths of both packages. */
export type BuiltPackages = Readonly<Record<'comet' | 'comet-gateway', string>>;

/**
 * Builds both packages in `folder`, once: a second caller, in another process too, waits and gets the same ones, since two builds would
 * write into one dist/. They trust nobody. Throws what the build says where it fails.
 */
export async function buildPackages(folder: string): Promise<BuiltPackages> {
  const trust = join(folder, 'trust.json');
  const listKeys = [{ kid: 'a', publicKey: 'ra1yIhZpe4XzzLuVHYDFyT4yEmVvXQ7uzZ9OyKNXaVA' }];
  await writeFile(trust, JSON.stringify({ listKeys, certificateAuthorities: ['none'] }));
  const words = ['--quick', '--out', folder, '--trust', trust, '--api', 'https://api.comet.test'];
  // Compiling it takes minutes, and is not what is tested here.
  const app = inRepository('apps/desktop/dist/comet-desktop');
  words.push(...(existsSync(app) ? ['--app', app] : ['--no-app']));
  if ((await findWireguardGo(() => undefined)) === null) words.push('--allow-missing');
  const once = 'cd "$1" && shift && { [ -e built ] || { "$@" && touch built; }; }';
  const build = ['node', inRepository('stack/src/package.ts'), ...words];
  const lock = join(folder, 'lock');
  const { code, output } = await runQuietly(['flock', lock, 'sh', '-c', once, 'sh', folder, ...build]);
  if (code !== 0) throw new Error(output);
  const files = await readdir(folder);
  const path = (name: string): string => {
    const file = files.find((one) => one.startsWith(`${name}_`));
    if (file === undefined) throw new Error(`${name} was not built:\n${output}`);
    return join(folder, file);
  };
  return { comet: path('comet'), 'comet-gateway': path('comet-gateway') };
}
