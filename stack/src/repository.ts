import { join } from 'node:path';

/** The repository's root folder. */
export const repository = join(import.meta.dirname, '../..');

/** Returns the path of a file in the repository. */
export function inRepository(path: string): string {
  return join(repository, path);
}

/** The environment of our Node programs. Node caches compiled modules in node_modules, which makes later starts faster. */
export const nodeEnvironment: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: inRepository('node_modules/.cache/comet-node'),
};
