import { chmod, copyFile, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WithDaemon } from './carry-out.ts';
import { nameProgram } from './named-program.ts';
import { parseArguments } from './parse-arguments.ts';

let folder = '';
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'comet-program-')));
  await copyFile('/bin/true', join(folder, 'program'));
  for (const [name, content, mode] of [
    ['text', '\u{7f}ELF', 0o644],
    ['script', '#!/bin/sh\n', 0o755],
    ['empty', '', 0o755],
  ] as const) {
    await writeFile(join(folder, name), content);
    await chmod(join(folder, name), mode);
  }
  for (const [name, aim] of [
    ['link', 'further'],
    ['further', 'program'],
    ['to-script', 'script'],
    ['dangling', 'gone'],
    ['round', 'round'],
  ] as const)
    await symlink(join(folder, aim), join(folder, name));
  await symlink(folder, join(folder, 'here'));
});
afterAll(() => rm(folder, { recursive: true }));

function named(words: readonly string[]) {
  const parsed = parseArguments(words);
  if (!parsed.ok) throw new Error(parsed.error);
  const said = parsed.value as WithDaemon;
  return { said, named: nameProgram(said) };
}

const add = (name: string) => named(['split', 'add-app', join(folder, name)]).named;

test.each(['program', 'link', 'here/further'])('%s is named as what runs of it is told of', (name) => {
  const path = join(folder, 'program');
  const feature = { command: 'split.add', params: { kind: 'app', path } };
  expect(add(name)).toEqual({ ok: true, value: { command: 'feature', feature } });
});

test.each([
  ['nonexistent', 'There is no program “PATH”.'],
  ['dangling', 'There is no program “PATH”.'],
  ['program/within', 'There is no program “PATH”.'],
  ['text', '“PATH” is no program: it cannot be run.'],
  ['here', '“PATH” is no program: it cannot be run.'],
  [
    'script',
    '“PATH” is a script, and what runs is another program. Name that, or start it with `comet exclude` or `include`.',
  ],
  [
    'to-script',
    '“PATH” is a script, and what runs is another program. Name that, or start it with `comet exclude` or `include`.',
  ],
  [
    'empty',
    '“PATH” is a script, and what runs is another program. Name that, or start it with `comet exclude` or `include`.',
  ],
])('%s is refused by its path', (name, why) => {
  expect(add(name)).toEqual({ ok: false, error: why.replace('PATH', join(folder, name)) });
});

test('what cannot be looked at stays as it was said', () => {
  const { said, named: round } = named(['split', 'add-app', join(folder, 'round')]);
  expect(round).toEqual({ ok: true, value: said });
});

test('a program that has gone can be taken off the list, and no other command looks for one', () => {
  for (const words of [
    ['split', 'remove-app', join(folder, 'nonexistent')],
    ['split', 'add-network', '203.0.113.0/24'],
    ['status'],
  ]) {
    const { said, named: left } = named(words);
    expect(left).toEqual({ ok: true, value: said });
  }
});
