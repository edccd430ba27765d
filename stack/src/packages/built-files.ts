import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findWireguardGo } from '../machine/wireguard-go.ts';
import { inRepository } from '../repository.ts';

/** Says where a package's source lies; null where it has not been built. Throws on one that nobody knows. */
export type FindSource = (source: string) => string | null;

/** `own` are files that this build has written: those of the names `trust`, `environment`, `releases`, `app` and `…-notices`. */
export async function openSources(own: Readonly<Record<string, string | null>>): Promise<FindSource> {
  const node = inRepository(`node_modules/node-linux-${process.arch}`);
  const built: Readonly<Record<string, string | null>> = {
    ...own,
    node: join(node, 'bin/node'),
    'node-license': join(node, 'LICENSE'),
    'wireguard-go': await findWireguardGo(console.log),
  };
  return (source) => {
    const name = /^built:(.+)$/.exec(source)?.[1];
    if (name !== undefined && built[name] === undefined) throw new Error(`nobody builds ${source}`);
    const path = name === undefined ? inRepository(source) : (built[name] ?? null);
    return path !== null && existsSync(path) ? path : null;
  };
}
