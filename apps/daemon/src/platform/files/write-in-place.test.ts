import { linkSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeInPlace } from './write-in-place.ts';

const folder = mkdtempSync(join(tmpdir(), 'comet-in-place-'));
afterAll(() => rm(folder, { recursive: true }));

const long = 'nameserver 192.0.2.1\n'.repeat(10);
test.each([
  ['a longer text', long, 'short\n'],
  ['a shorter text', 'short\n', long],
  ['letters of more than one byte', 'ääää\n', 'üü\n'],
  ['an empty file', '', 'some\n'],
  ['a text, by an empty one', 'some\n', ''],
  ['an oversized file', 'x'.repeat(100_000), 'some\n'],
])('overwrites %s completely, in the same file', (_, before, after) => {
  const path = join(folder, 'file');
  const other = join(folder, `other-${before.length}-${after.length}`);
  writeFileSync(path, before);
  linkSync(path, other);
  writeInPlace(path, after);
  expect(readFileSync(other, 'utf8')).toBe(after);
});

test('creates a missing file, also at the target of a link', () => {
  writeInPlace(join(folder, 'new'), 'a');
  symlinkSync(join(folder, 'target'), join(folder, 'link'));
  writeInPlace(join(folder, 'link'), 'b');
  expect(readFileSync(join(folder, 'new'), 'utf8')).toBe('a');
  expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('b');
});

test('a new file is readable by all users, also under the umask of the unit', () => {
  const path = join(folder, 'resolv.conf');
  const umask = process.umask(0o077);
  try {
    writeInPlace(path, 'nameserver 192.0.2.1\n');
  } finally {
    process.umask(umask);
  }
  expect(statSync(path).mode & 0o777).toBe(0o644);
});
