import { basename, dirname } from 'node:path';
import { build, type OutputOptions, type Plugin } from 'rolldown';

/** Native code cannot be bundled; pg's own is optional and not used. */
const EXTERNAL = ['@node-rs/argon2', 'pg-native'];

/**
 * Bundles a program with all it imports, ready for Node alone. A file name ending in `.cjs` selects CommonJS, which Node starts sooner
 * (decision 49), minified, because it stays in memory (decision 36); its code is in the folder `NAME-modules` beside the file. Other programs
 * become one ES module. Throws build errors, also for an import that cannot be resolved.
 */
export async function bundle(entry: string, file: string): Promise<void> {
  const isCommonJs = file.endsWith('.cjs');
  await build({
    input: entry,
    platform: 'node',
    external: EXTERNAL,
    logLevel: 'warn',
    // An import that cannot be resolved would only be left out.
    onLog(_level, { code, message }) {
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
    },
    plugins: isCommonJs ? [inAscii] : [],
    output: isCommonJs ? commonJs(file) : { file, format: 'esm', sourcemap: true, codeSplitting: false },
  });
}

/**
 * Two parts: what the program imports statically, and the rest, which may be replaced by a package upgrade while the process is running and is
 * therefore one file, loaded as a whole by the first dynamic import. Its modules are still evaluated only when they are imported.
 */
function commonJs(file: string): OutputOptions {
  const name = basename(file, '.cjs');
  const groups = [
    { name: 'start', tags: ['$initial' as const], priority: 1 },
    { name: 'rest', test: /./ },
  ];
  return {
    dir: dirname(file),
    format: 'cjs',
    entryFileNames: `${name}.cjs`,
    chunkFileNames: `${name}-modules/[name].cjs`,
    strictExecutionOrder: true,
    codeSplitting: { groups },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  };
}

/** V8 stores a string with one character beyond Latin-1 in two bytes per character: such characters are escaped. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[\u0080-\uffff]/g,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};
