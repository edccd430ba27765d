import { describe, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

describe('arguments of the lab command', () => {
  test.each([
    ['exec client -- ip route', { do: 'exec', state: '.comet', host: 'client', argv: ['ip', 'route'] }],
    ['exec gw-nl wg', { do: 'exec', state: '.comet', host: 'gw-nl', argv: ['wg'] }],
    ['--state /s exec inet -- true', { do: 'exec', state: '/s', host: 'inet', argv: ['true'] }],
    ['exec inet --state=/s -- true', { do: 'exec', state: '/s', host: 'inet', argv: ['true'] }],
    ['hosts --state /s', { do: 'hosts', state: '/s' }],
    ['destroy main', { do: 'destroy', id: 'main' }],
    ['--help', { do: 'help' }],
  ])('parses %s', (line, value) => {
    expect(readArguments(line.split(' '))).toEqual({ ok: true, value });
  });

  test('arguments after -- belong to the command, even --state', () => {
    expect(readArguments(['exec', 'client', '--', 'tool', '--state', 'x', '--', 'y'])).toEqual({
      ok: true,
      value: { do: 'exec', state: '.comet', host: 'client', argv: ['tool', '--state', 'x', '--', 'y'] },
    });
  });

  test.each([
    ['dance', 'There is no command "dance".'],
    ['exec', 'Say on which host to run the command.'],
    ['exec -- true', 'Say on which host to run the command.'],
    [
      'exec moon -- true',
      'There is no host "moon"; the hosts are inet, router, gw-nl, gw-jp, client, exit-us, router-de, exit-de.',
    ],
    ['exec client', 'Say what to run on client, after "--".'],
    ['exec client --', 'Say what to run on client, after "--".'],
    ['hosts --state', '--state needs a folder.'],
    ['destroy ../etc', 'Say which lab to destroy: its id.'],
  ])('rejects "%s" with one sentence', (line, error) => {
    expect(readArguments(line.split(' ').filter(Boolean))).toEqual({ ok: false, error });
  });
});
