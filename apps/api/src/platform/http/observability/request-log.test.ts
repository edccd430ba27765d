import { Readable } from 'node:stream';
import { createLog } from '@comet/foundation/log';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { RequestLogController, serverLog } from './request-log.ts';

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

test('a stream that fails after its first line is logged, one whose client disconnects is not', async () => {
  const { log, lines } = recording();
  const app = fastify({ loggerInstance: serverLog(log), logController: new RequestLogController() });
  const failure = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  async function* broken() {
    yield 'first';
    await failure.promise;
  }
  async function* endless() {
    yield 'first';
    await closed.promise;
  }
  app.get('/broken', (_request, reply) => reply.send(Readable.from(broken(), { objectMode: false })));
  app.get('/endless', (_request, reply) => {
    reply.raw.once('close', () => closed.resolve());
    return reply.send(Readable.from(endless(), { objectMode: false }));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const gone = new AbortController();
  await fetch(`${url}/endless`, { signal: gone.signal });
  gone.abort();
  await closed.promise;
  const response = await fetch(`${url}/broken`);
  failure.reject(new Error('A grant cannot be read'));
  await expect(response.text()).rejects.toThrow('terminated');
  await app.close();
  expect(lines.filter(({ level }) => level !== 'info')).toMatchObject([
    {
      level: 'error',
      event: 'response failed',
      err: { message: 'A grant cannot be read' },
      requestId: 'req-2',
    },
  ]);
  expect(lines.filter(({ event }) => event !== 'response failed')).not.toContainEqual(
    expect.objectContaining({ requestId: expect.anything() as unknown }),
  );
});
