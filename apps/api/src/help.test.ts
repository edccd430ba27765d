import { expect, test } from 'vitest';
import { helpFor, isCommand, versionFor } from './help.ts';

test('help lists every command, or describes the given one', () => {
  for (const words of [['--help'], ['-h'], ['help'], ['help', 'nonsense'], ['nonsense', '--help']])
    expect(helpFor('comet-ops', words[0], words.slice(1))).toMatch(
      /^comet-ops COMMAND\n {2}serve [^]*\n {2}trust /,
    );
  for (const words of [
    ['plans', '--help'],
    ['plans', 'set', 'ID', '-h'],
    ['help', 'plans'],
  ])
    expect(helpFor('comet-ops', words[0], words.slice(1))).toMatch(/^comet-ops COMMAND\n {2}plans [^\n]+\n$/);
  expect(helpFor('comet-ops', 'plans', ['list'])).toBeNull();
  expect(helpFor('comet-ops', undefined, [])).toBeNull();
});

test('identifies a command by its first word', () => {
  expect(['serve', 'plans', 'grant-days', 'customers'].every(isCommand)).toBe(true);
  expect(['', 'plan', 'plans list', 'constructor'].some(isCommand)).toBe(false);
});

test('--version prints the program and its version', () => {
  for (const word of ['--version', '-v', 'version'])
    expect(versionFor('comet-ops', word)).toMatch(/^comet-ops \d+\.\d+\.\d+\n$/);
  expect(versionFor('comet-ops', 'plans')).toBeNull();
});
