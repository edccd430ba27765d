import { statSync } from 'node:fs';

/**
 * Whether ld.so(8) would take `LD_PRELOAD` for this one library: a colon and a space end a path there, and `$` begins a token.
 */
export function isPreloadable(path: string): boolean {
  return /^\/[A-Za-z0-9_./-]{1,200}$/.test(path);
}

/**
 * The environment that preloads a library into a program; empty if the library is missing, or a user other than root could have written it.
 * The library becomes part of programs of root.
 */
export function preloadEnvironment(path: string): Readonly<Record<string, string>> {
  if (!isPreloadable(path)) return {};
  const file = statSync(path, { throwIfNoEntry: false });
  return file !== undefined && file.isFile() && file.uid === 0 && (file.mode & 0o022) === 0
    ? { LD_PRELOAD: path }
    : {};
}
