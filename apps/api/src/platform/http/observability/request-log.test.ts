import { createLog } from '@comet/foundation/log';
import { expect, test } from 'vitest';
import { serverLog } from './request-log.ts';

function recording() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { log: createLog({ level: 'info', program: 'comet-api', write }), lines };
}

test('a request’s log adds its id to each line', () => {
  const { log, lines } = recording();
  const request = serverLog(log).child({ requestId: 'a' });
  request.info({ status: 200 }, 'answered');
  request.warn('again');
  expect(lines).toMatchObject([
    { requestId: 'a', status: 200, event: 'answered', level: 'info' },
    { requestId: 'a', event: 'again', level: 'warn' },
  ]);
});

test('a child has its own level, and the server’s own lines have no headers and no properties of errors', () => {
  const { log, lines } = recording();
  const server = serverLog(log).child({}, { serializers: { err: () => 'in full' } });
  server.child({}, { level: 'silent' }).error('nothing');
  const failure = Object.assign(new Error('broken'), { detail: 'a customer' });
  server.error({ err: failure, req: { headers: { authorization: 'a' } }, res: {} }, 'failed');
  server.error(failure);
  expect(lines).toMatchObject([
    { err: { message: 'broken' }, event: 'failed' },
    { err: { message: 'broken' }, event: 'server' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/customer|authorization|"res"/);
});
