import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { ExitAgent } from './exit-agent.ts';
import { send } from './plain-exchange.ts';

test('an answer that comes just as its client goes disturbs nobody', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asking = request({ port, host: '127.0.0.1' }).on('error', () => undefined);
  asking.end();
  const [incoming, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const said = Promise.withResolvers<void>();
  const exit = new Duplex({
    read: () => undefined,
    write(_chunk, _encoding, done) {
      said.resolve();
      done();
    },
  });
  const agent = Object.assign(new Agent(), { createConnection: () => exit });
  const destination = { host: 'a.example', port: 80 } as Parameters<typeof send>[4];
  send(incoming, response, { host: 'a.example', path: '/' }, agent as unknown as ExitAgent, destination);
  await said.promise;
  response.destroy();
  expect(() => exit.push('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')).not.toThrow();
  if (!exit.destroyed) await once(exit, 'close');
});
