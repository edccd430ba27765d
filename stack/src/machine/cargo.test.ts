import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { targetFor } from './cargo.ts';

async function checkout(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'comet-crate-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'Cargo.toml'), '[package]');
  await writeFile(join(folder, 'src', 'lib.rs'), source);
  return folder;
}

test('checkouts share what was built of equal sources, and none gets what was built of others', async () => {
  const [one, same, other] = await Promise.all([checkout('a'), checkout('a'), checkout('b')]);
  const target = targetFor(one);
  expect(targetFor(same)).toBe(target);
  expect(targetFor(other)).not.toBe(target);
  // What cargo wrote there by hand is no source; a file that changed its name is.
  await mkdir(join(one, 'target'));
  await writeFile(join(one, 'target', 'built'), 'x');
  expect(targetFor(one)).toBe(target);
  await writeFile(join(same, 'src', 'main.rs'), '');
  expect(targetFor(same)).not.toBe(target);
});
