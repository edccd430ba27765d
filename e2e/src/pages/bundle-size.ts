import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Sizes of JavaScript in bytes, gzipped at level 9. */
export interface BundleSizes {
  /** Size of every file of the build, by name. */
  readonly files: ReadonlyMap<string, number>;
  /** Total size of the page's script and its static imports. */
  readonly entry: number;
  /** Total size including lazy chunks, given by the prefix of their names. */
  with(...chunks: string[]): number;
}

/** Measures a Vite build. `folder` contains index.html. */
export async function measureBundle(folder: string): Promise<BundleSizes> {
  const assets = join(folder, 'assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const sources = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(assets, name), 'utf8')] as const)),
  );
  const files = new Map([...sources].map(([name, text]) => [name, gzipSync(text, { level: 9 }).length]));
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const entry = /src="\/assets\/([^"]+\.js)"/.exec(page)?.[1] ?? '';
  const chunkNamed = (beginning: string): string => {
    const found = names.find((name) => name.startsWith(`${beginning}-`));
    if (found === undefined) throw new Error(`The build has no file ${beginning}-….js`);
    return found;
  };
  const sum = (...roots: string[]): number => {
    const fetched = new Set<string>();
    const fetch = (name: string): void => {
      if (fetched.has(name)) return;
      fetched.add(name);
      for (const [, imported = ''] of (sources.get(name) ?? '').matchAll(STATIC_IMPORT)) fetch(imported);
    };
    for (const root of roots) fetch(root);
    return [...fetched].reduce((bytes, name) => bytes + (files.get(name) ?? 0), 0);
  };
  return { files, entry: sum(entry), with: (...chunks) => sum(entry, ...chunks.map(chunkNamed)) };
}

/** Imports in the bundler's output: `import{a as b}from"./name.js"`, `import"./name.js"`. */
const STATIC_IMPORT = /(?:import|from)\s*["']\.\/([^"']+\.js)["']/g;
