import { build } from 'rolldown';

/** Native code cannot be bundled; pg's own is optional and not used. */
const EXTERNAL = ['@node-rs/argon2', 'pg-native'];

/**
 * Bundles a program with all it imports into one file, ready for Node alone: an ES module, or a CommonJS one where the file's name ends
 * in `.cjs`, which Node starts sooner (decision 74). Throws what it trips over.
 */
export async function bundle(entry: string, file: string): Promise<void> {
  await build({
    input: entry,
    platform: 'node',
    external: EXTERNAL,
    logLevel: 'silent',
    output: { file, format: file.endsWith('.cjs') ? 'cjs' : 'esm', codeSplitting: false, sourcemap: true },
  });
}
