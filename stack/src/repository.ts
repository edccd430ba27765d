import { join } from 'node:path';

/** The repository's root folder. */
export const repository = join(import.meta.dirname, '../..');

/** The path of a file of the repository. */
export function inRepository(path: string): string {
  return join(repository, path);
}

/**
 * The environment for our own programs. Node keeps what it has compiled, TypeScript stripped, in a folder of
 * node_modules: a second start is a good deal quicker.
 */
export const nodeEnvironment: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: inRepository('node_modules/.cache/comet-node'),
};
