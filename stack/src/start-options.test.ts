import { err, ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import { parseDemoOptions, parseStartOptions, parseStopOptions } from './start-options.ts';

test('without options the state is in .comet, ports start at 4800, and there is a lab', () => {
  expect(parseStartOptions([], '/repo')).toEqual(
    ok({ state: '/repo/.comet', port: 4800, lab: true, restartAlways: false, detach: false }),
  );
  expect(parseStopOptions([], '/repo')).toEqual(ok('/repo/.comet'));
});

test('options are accepted in any order, with a space or an equals sign', () => {
  expect(parseStartOptions(['--detach', '--port=5000', '--no-lab', '--state', 'there'], '/repo')).toEqual(
    ok({ state: '/repo/there', port: 5000, lab: false, restartAlways: false, detach: true }),
  );
  expect(parseStopOptions(['--state=/elsewhere'], '/repo')).toEqual(ok('/elsewhere'));
});

test.each([
  [['--prot', '1'], /^Unknown option --prot\. npm start takes/],
  [['folder'], /^Unknown option folder\./],
  [['--state'], /^--state needs a folder\./],
  [['--port', 'many'], /^--port needs a number/],
  [['--port', '80'], /from 1024 to 65528/],
  [['--port', '65529'], /from 1024 to 65528/],
])('rejects %j with one sentence', (args, sentence) => {
  const parsed = parseStartOptions(args, '/repo');
  expect(parsed).toEqual(err(expect.stringMatching(sentence)));
});

test.each([[['--port', '1']], [['--state']], [['--state', 'x', 'y']]])('npm stop rejects %j', (args) => {
  expect(parseStopOptions(args, '/repo').ok).toBe(false);
});

test('npm run demo takes the options of a start, without --detach', () => {
  expect(parseDemoOptions(['--state', 'there', '--no-lab'], '/repo')).toEqual(
    ok({ state: '/repo/there', port: 4800, lab: false, restartAlways: false, detach: false }),
  );
  for (const wrong of [['--detach'], ['--prot', '1'], ['--state']])
    expect(parseDemoOptions(wrong, '/repo')).toEqual(err(expect.stringContaining('npm run demo takes')));
});
