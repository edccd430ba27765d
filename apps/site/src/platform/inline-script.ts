import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const external = /<script type="module" src="\/assets\/([^"]+\.js)"><\/script>/g;

/**
 * Puts the script that waits for the first paint into the pages that have one; the policy allows it by its hash. As a file it would be
 * a request before the first paint. Astro inlines no script that imports a module by itself.
 */
export const inlineScript: AstroIntegration = {
  name: 'comet:inline-script',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const name of await readdir(folder, { recursive: true })) {
        if (!name.endsWith('.html')) continue;
        const path = join(folder, name);
        const html = await readFile(path, 'utf8');
        const scripts = [...html.matchAll(external)];
        if (scripts.length === 0) continue;
        const inlined = new Map<string, string>();
        for (const [element, file = ''] of scripts) {
          const script = await readFile(join(folder, 'assets', file), 'utf8');
          inlined.set(element, `<script type="module">${withAbsoluteImports(script)}</script>`);
        }
        await writeFile(
          path,
          html.replaceAll(external, (element) => inlined.get(element) ?? element),
        );
      }
    },
  },
};

/** An inline script imports relative to its page. */
function withAbsoluteImports(script: string): string {
  const changed = script.trim().replaceAll('import(`./', 'import(`/assets/');
  if (/<\/script|\bimport\((?!`\/assets\/)/i.test(changed))
    throw new Error('The script of live pages cannot be inlined');
  return changed;
}
