import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('does not log row values from database errors', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(a@example.com) already exists.',
  });
  log.error({ err: new Error('sign-up failed', { cause: error }) }, 'request failed');
  expect(lines.join('')).toContain('23505');
  expect(lines.join('')).toContain('duplicate key');
  expect(lines.join('')).not.toContain('a@example.com');
});

test('logs only the message of an error that is a plain object', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.error({ err: { message: 'connect ECONNREFUSED', detail: 'a row' } }, 'job queue');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { message: 'connect ECONNREFUSED' } });
  expect(lines[0]).not.toContain('a row');
});

test('replaces addresses and tokens in messages of other programs', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.error(
    { err: new Error('550 <ada.l+x@mail.example.com>: unknown; sent "Bearer abc.def-1"') },
    'sending',
  );
  const { err, level, msg } = JSON.parse(lines[0] ?? '') as {
    err: { message: string };
    level: number;
    msg: string;
  };
  expect(err.message).toBe('550 <[email]>: unknown; sent "Bearer [token]"');
  expect([level, msg]).toEqual([50, 'sending']);
});
