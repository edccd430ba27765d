import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog, lineWriter, type LogLevel } from './index.ts';

function recording(level: LogLevel = 'trace') {
  const lines: string[] = [];
  const log = createLog({
    level,
    program: 'comet-test',
    write: (line) => void lines.push(line),
    now: () => new Date('2026-11-28T10:00:00Z'),
  });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('a line is an object with time, level, program, event and fields', () => {
  const { log, lines } = recording();
  log.warn({ reason: 'refused', tries: 3n, nothing: null }, 'The feed was lost');
  log.info('Ready');
  expect(lines).toEqual([
    '{"time":"2026-11-28T10:00:00.000Z","level":"warn","program":"comet-test","event":"The feed was lost","reason":"refused","tries":"3","nothing":null}',
    '{"time":"2026-11-28T10:00:00.000Z","level":"info","program":"comet-test","event":"Ready"}',
  ]);
});

test('less severe lines than the level are not written, and a child has fields and a level of its own', () => {
  const { log, parsed } = recording('info');
  log.debug('no');
  const child = log.child({ requestId: 'a' }, 'error');
  child.warn('no');
  child.error('yes');
  child.child({ part: 'mail' }).fatal('yes');
  expect(parsed().map(({ level, requestId, part }) => [level, requestId, part])).toEqual([
    ['error', 'a', undefined],
    ['fatal', 'a', 'mail'],
  ]);
});

test('fields of the moment are read for each line', () => {
  const lines: string[] = [];
  let requestId = 'one';
  const log = createLog({
    ...{ level: 'info', program: 'x', write: (line: string) => void lines.push(line) },
    context: () => ({ requestId }),
  });
  log.info('first');
  requestId = 'two';
  log.info('second');
  expect(lines.map((line) => (JSON.parse(line) as { requestId: string }).requestId)).toEqual(['one', 'two']);
});

/** Values that must not be in any log, each as other programs write it. */
const forbidden = {
  'ada.l+x@mail.example.com': ['550 <ada.l+x@mail.example.com>: unknown', 'line\nada.l+x@mail.example.com'],
  '203.0.113.77': ['connect ECONNREFUSED 203.0.113.77:443', 'from 203.0.113.77, refused'],
  '2001:db8:77::10': ['to [2001:db8:77::10]:51820', 'read 2001:db8:77::10'],
  'abc.def-1': ['sent "Bearer abc.def-1"', 'DPoP abc.def-1'],
  'hunter2!': ['postgresql://comet:hunter2!@db.example/comet', 'https://x.example/?token=hunter2!&a=1'],
  kP3vT9xQm2LrW8sZ0aBcDeFgHiJkLmNoPqRsTuVwXyZ: ['token kP3vT9xQm2LrW8sZ0aBcDeFgHiJkLmNoPqRsTuVwXyZ refused'],
  'Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3A=': [
    'peer Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3A= is gone',
  ],
};

test.each(Object.entries(forbidden))('a line never contains %s', (value, texts) => {
  for (const text of texts) {
    const { log, lines, parsed } = recording();
    const failure = Object.assign(new Error(text, { cause: new Error(text) }), { code: 'E1', detail: text });
    log.error({ err: failure, reason: text, nested: { list: [text] } }, 'failed');
    log.error({ err: { message: text, detail: text } }, text);
    expect(lines.join('\n')).not.toContain(value);
    expect(parsed()[0]).toMatchObject({ err: { type: 'Error', code: 'E1' }, event: 'failed' });
  }
});

test('a line keeps what an operator needs: ids, versions, loopback addresses, paths', () => {
  const kept = [
    '0123456789abcdef0123456789abcdef',
    '01935b1e-7c4f-7a1b-9c7d-3f2b8e6a5d41',
    'comet-api 0.1.0, listening on 127.0.0.1:4800 and [::1]:4800',
    'apps/api/src/features/payments/inbox/process-event.ts:41:7',
    'A_LONG_VARIABLE_NAME_WITHOUT_A_SECRET is not set',
    'at 21:40:24 the job provider-events-without-order-2026 ended',
  ];
  const { log, parsed } = recording();
  log.info({ kept }, 'x');
  expect(parsed()[0]?.['kept']).toEqual(kept);
});

test('an error has its type, message, code, request id and causes, and no other property', () => {
  const { log, parsed } = recording();
  const requestId = '0123456789abcdef0123456789abcdef';
  const failure = Object.assign(new TypeError('refused'), { requestId, detail: 'Key (name)=(Ada)' });
  log.error({ err: failure }, 'failed');
  const err = parsed()[0]?.['err'] as Record<string, unknown>;
  expect(Object.keys(err)).toEqual(['type', 'message', 'stack', 'requestId']);
  expect(err).toMatchObject({ type: 'TypeError', message: 'refused', requestId });
});

test('only lines for the journal begin with their priority', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comet-log-'));
  const file = join(folder, 'out');
  const fd = openSync(file, 'w');
  const { dev, ino } = fstatSync(fd);
  const texts: string[] = [];
  const output = { fd, write: (text: string) => void texts.push(text) };
  try {
    lineWriter(output, { JOURNAL_STREAM: `${dev}:${ino}` })('{}', 'error');
    lineWriter(output, { JOURNAL_STREAM: `${dev}:${ino}` })('{}', 'debug');
    lineWriter(output, { JOURNAL_STREAM: `${dev}:0` })('{}', 'error');
    lineWriter(output, {})('{}', 'error');
    expect(texts).toEqual(['<3>{}\n', '<7>{}\n', '{}\n', '{}\n']);
    expect(readFileSync(file, 'utf8')).toBe('');
  } finally {
    closeSync(fd);
    await rm(folder, { recursive: true });
  }
});
