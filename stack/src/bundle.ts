import { build, type OutputOptions, type Plugin } from 'rolldown';

/** Native code cannot be bundled; pg's own is optional and not used. */
const EXTERNAL = ['@node-rs/argon2', 'pg-native'];

/**
 * Bundles a program with all it imports into one file, ready for Node alone: an ES module, or a CommonJS one where the file's name ends
 * in `.cjs`, which Node starts sooner (decision 49) and which is kept small, as it stays in memory (decision 36). Throws build errors.
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

/** V8 stores a string with one character beyond Latin-1 in two bytes per character: such characters are escaped. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /[\u0080-\uffff]/g,
          (email) => `\\u${email.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};
