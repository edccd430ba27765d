import { expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';

const parsed = (line: string) =>
  parseArguments(
    line.split(' ').filter((word) => word !== ''),
    '/home/ada',
  );

test('starts without arguments, and takes a port and a folder', () => {
  expect(parsed('')).toMatchObject({ ok: true, value: { do: 'start', port: 4900 } });
  expect(parsed('--port 5000 --state there')).toEqual({
    ok: true,
    value: { do: 'start', port: 5000, state: '/home/ada/there' },
  });
});

test('names what to break and for how long', () => {
  expect(parsed('fail leader')).toMatchObject({ value: { do: 'fail', failure: 'leader', seconds: 30 } });
  expect(parsed('fail partition --seconds 5')).toMatchObject({ value: { failure: 'partition', seconds: 5 } });
  expect(parsed('status')).toMatchObject({ value: { do: 'status' } });
  expect(parsed('stop')).toMatchObject({ value: { do: 'stop' } });
});

test('upgrades from the release before the newest migration, or from a revision', () => {
  expect(parsed('upgrade --port 5000')).toMatchObject({ value: { do: 'upgrade', port: 5000, from: null } });
  expect(parsed('upgrade --from v1')).toMatchObject({ value: { do: 'upgrade', from: 'v1' } });
});

test.each([
  ['--from v1', '--from is an option of upgrade'],
  ['fail', 'fail needs one of leader'],
  ['fail disk', 'fail needs one of leader'],
  ['fail leader replica', 'too many arguments'],
  ['fail leader --seconds 0', '--seconds needs a number'],
  ['status --seconds 4', '--seconds is an option of fail'],
  ['stop --port 5000', '--port is an option of the start'],
  ['--port 80', '--port needs a number'],
  ['restart', 'Unknown command restart'],
  ['--fast', '--fast'],
])('refuses "%s"', (line, reason) => {
  expect(parsed(line)).toMatchObject({ ok: false, error: expect.stringContaining(reason) });
});
