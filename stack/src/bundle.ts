import { build, type OutputOptions, type Plugin } from 'rolldown';

/** Native code cannot be bundled; pg's own is optional and not used. */
const EXTERNAL = ['@node-rs/argon2', 'pg-native'];

/**
 * Bundles a program with all it imports into one file, ready for Node alone: an ES module, or a CommonJS one where the file's name ends
 * in `.cjs`, which Node starts sooner (decision 49), and which is small, as it stays in memory (decision 36). Throws what it trips over.
 */
export async function bundle(entry: string, file: string): Promise<void> {
  const small = file.endsWith('.cjs');
  const form: OutputOptions = small
    ? { format: 'cjs', minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } }
    : { format: 'esm', sourcemap: true };
  await build({
    input: entry,
    platform: 'node',
    external: EXTERNAL,
    logLevel: 'silent',
    plugins: small ? [inAscii] : [],
    output: { file, codeSplitting: false, ...form },
  });
}

/** V8 holds a text with one letter beyond Latin-1 in two bytes a letter, all of it: such letters are written as escapes. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[\u0080-\uffff]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};
