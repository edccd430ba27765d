import { copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCrate } from '../toolchain/cargo.ts';
import { APP_FILES, missingPackages } from '../toolchain/debian-packages.ts';
import { inRepository } from '../repository.ts';
import { buildViteApp } from '../vite-app.ts';

const screens = {
  name: "the desktop app's screens",
  folder: 'apps/desktop/ui',
  packages: ['contract', 'foundation', 'texts', 'tunnel-protocol', 'ui'],
};

/** Builds the desktop app's screens, which are compiled into the shell. Returns their folder. */
export function buildDesktopScreens(print: (line: string) => void): Promise<string> {
  return buildViteApp(screens, print);
}

/**
 * Builds the desktop app with its screens into apps/desktop/dist and returns its path. Returns null and prints the missing packages without
 * WebKit's headers.
 */
export async function buildDesktop(print: (line: string) => void): Promise<string | null> {
  const missing = missingPackages(APP_FILES);
  if (missing.length > 0) {
    print(`The desktop app needs Debian packages: apt-get install ${missing.join(' ')}`);
    return null;
  }
  await buildDesktopScreens(print);
  const built = await buildCrate('desktop');
  const folder = inRepository('apps/desktop/dist');
  await mkdir(folder, { recursive: true });
  const program = join(folder, 'comet-desktop');
  // A running program cannot be overwritten (ETXTBSY), only replaced.
  await copyFile(built, `${program}.${process.pid}`);
  await rename(`${program}.${process.pid}`, program);
  return program;
}
