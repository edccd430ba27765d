import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseArguments } from './parse-arguments.ts';
import { describeProgramFault } from './program-fault.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-program-'));
  for (const [name, mode] of [
    ['program', 0o755],
    ['text', 0o644],
  ] as const) {
    await writeFile(join(folder, name), '');
    await chmod(join(folder, name), mode);
  }
  await symlink(join(folder, 'gone'), join(folder, 'dangling'));
});
afterAll(() => rm(folder, { recursive: true }));

function faultOf(words: readonly string[]): string | null {
  const parsed = parseArguments(words);
  if (!parsed.ok) throw new Error(parsed.error);
  return describeProgramFault(parsed.value);
}

test('a program can be named, and what is none is refused by its path', () => {
  const add = (name: string) => faultOf(['split', 'add-app', join(folder, name)]);
  const missing = (name: string) => `There is no program “${join(folder, name)}”.`;
  expect(add('program')).toBeNull();
  expect(add('nonexistent')).toBe(missing('nonexistent'));
  expect(add('dangling')).toBe(missing('dangling'));
  expect(add('program/within')).toBe(missing('program/within'));
  expect(add('text')).toBe(`“${join(folder, 'text')}” is no program: it cannot be run.`);
  expect(faultOf(['split', 'add-app', folder])).toBe(`“${folder}” is no program: it cannot be run.`);
});

test('a program that has gone can be taken off the list, and no other command looks for one', () => {
  expect(faultOf(['split', 'remove-app', join(folder, 'nonexistent')])).toBeNull();
  expect(faultOf(['split', 'add-network', '203.0.113.0/24'])).toBeNull();
  expect(faultOf(['status'])).toBeNull();
});
