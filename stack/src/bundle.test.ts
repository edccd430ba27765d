import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from './bundle.ts';

test('a program with an import that cannot be resolved is not bundled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-bundle-'));
  try {
    const entry = join(folder, 'main.ts');
    await writeFile(entry, `import { a } from 'missing-library';\nimport 'node:fs';\nconsole.log(a);\n`);
    await expect(bundle(entry, join(folder, 'main.mjs'))).rejects.toThrow('missing-library');
    // The native library is installed beside the program.
    await writeFile(entry, `import { hash } from '@node-rs/argon2';\nconsole.log(hash);\n`);
    await bundle(entry, join(folder, 'main.mjs'));
    expect(await readFile(join(folder, 'main.mjs'), 'utf8')).toContain('from "@node-rs/argon2"');
  } finally {
    await rm(folder, { recursive: true });
  }
});
