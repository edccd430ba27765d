import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRust } from './rust.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'comet-rust-'));
});
afterAll(() => rm(root, { recursive: true }));

/** Creates a folder with a `rustc` that runs this script, and a `cargo` unless `programs` excludes it. */
async function toolchain(name: string, script: string, programs = ['cargo', 'rustc']): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder);
  for (const program of programs) {
    await writeFile(join(folder, program), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, program), 0o755);
  }
  return folder;
}

test('skips an older toolchain that comes first', async () => {
  const older = await toolchain('older', 'echo "rustc 1.9.0 (abc 2016-05-26)"');
  const newer = await toolchain(
    'newer',
    'echo "rustc 1.100.0 (abc 2027-01-01) (built from a source tarball)"',
  );
  expect(findRust([older, newer], '1.95')).toBe(newer);
  expect(findRust([older], '1.95')).toBeNull();
});

test('accepts the minimum version', async () => {
  const exact = await toolchain('exact', 'echo "rustc 1.95.0 (abc 2026-03-21)"');
  expect(findRust([exact], '1.95')).toBe(exact);
});

test("ignores rustup's programs without a toolchain, and a compiler without cargo", async () => {
  const empty = await toolchain('rustup', 'echo "error: no default toolchain" >&2; exit 1');
  const alone = await toolchain('alone', 'echo "rustc 1.96.0 (abc 2026-05-01)"', ['rustc']);
  expect(findRust([join(root, 'absent'), empty, alone], '1.95')).toBeNull();
});
