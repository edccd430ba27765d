import { pino } from 'pino';
import { expect, test } from 'vitest';
import { lazyChildLogger } from './request-log.ts';

function recording() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = pino({ serializers: { err: () => 'described by us' } }, { write });
  return { log, lines };
}

test('creates a child logger at its first line, with its bindings', () => {
  const { log, lines } = recording();
  let made = 0;
  const { child } = log;
  log.child = ((...given: Parameters<typeof child>) => {
    made += 1;
    return child.apply(log, given);
  }) as typeof child;
  const request = lazyChildLogger(log).child({ reqId: 'a' });
  expect(made).toBe(0);
  request.info({ status: 200 }, 'answered');
  request.warn('again');
  expect(lines).toMatchObject([
    { reqId: 'a', status: 200, msg: 'answered' },
    { reqId: 'a', msg: 'again' },
  ]);
  expect(made).toBe(1);
});

test('a child has its own level, and errors are serialised by our log, not by the server', () => {
  const { log, lines } = recording();
  const server = lazyChildLogger(log).child({}, { serializers: { err: () => 'in full' } });
  server.child({}, { level: 'silent' }).error('nothing');
  server.error({ err: new Error('detail: a customer') }, 'failed');
  expect(lines).toMatchObject([{ err: 'described by us', msg: 'failed' }]);
});
