import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ProxyFixture, openProxyFixture } from '../../../../test/proxy-fixture.ts';

const body = Buffer.alloc(12_000_000, 'comet');
const withLength = (head: string) => [`${head}\r\nContent-Length: ${body.length}\r\n\r\n`, body] as const;
const chunked = [
  Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`),
  body,
  '\r\n0\r\n\r\n',
];

describe('a slow reader receives the complete response,', () => {
  let fixture: ProxyFixture;
  let server: Server;
  let agent: Agent;
  let received: (socket: Socket) => void;
  beforeEach(async () => {
    fixture = await openProxyFixture();
    agent = new Agent({ keepAlive: true });
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => received(socket));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    agent.destroy();
    server.close();
    await fixture.proxy.close();
  });

  function begin(method: string): ClientRequest {
    const { port } = server.address() as AddressInfo;
    return request({
      ...{ agent, host: '127.0.0.1', port: fixture.port, path: `http://127.0.0.1:${port}/`, method },
      headers: { 'Proxy-Authorization': `Basic ${Buffer.from('abc123:word').toString('base64')}` },
    });
  }

  async function readSlowly(clientRequest: ClientRequest): Promise<Buffer> {
    const [reply] = (await once(clientRequest, 'response')) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const chunk of reply) {
      if (parts.push(chunk as Buffer) % 8 === 0) await sleep(1);
    }
    return Buffer.concat(parts);
  }

  test.each([
    ['HTTP/1.0 with a length', withLength('HTTP/1.0 200 OK')],
    ['HTTP/1.0 until close', ['HTTP/1.0 200 OK\r\n\r\n', body]],
    ['HTTP/1.1 with a length, kept alive', withLength('HTTP/1.1 200 OK')],
    ['HTTP/1.1 with a length and Connection: close', withLength('HTTP/1.1 200 OK\r\nConnection: close')],
    ['chunked', chunked],
  ])('%s', async (_, parts) => {
    received = (socket) => {
      for (const part of parts) socket.write(part);
      socket.end();
    };
    expect((await readSlowly(begin('GET').end())).equals(body)).toBe(true);
  });

  test('the head is forwarded before the body arrives', async () => {
    received = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n');
    const [reply] = (await once(begin('GET').end(), 'response')) as [IncomingMessage];
    expect(reply.headers['content-type']).toBe('text/event-stream');
    reply.destroy();
  });

  test.each([
    ['204 No Content\r\nContent-Length: 5\r\n\r\nhello', 204],
    ['304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', 304],
  ])('a complete response without body is received, whatever bytes follow: %j', async (response, status) => {
    received = (socket) => socket.end(`HTTP/1.1 ${response}`);
    const [reply] = (await once(begin('GET').end(), 'response')) as [IncomingMessage];
    expect(reply.statusCode).toBe(status);
    reply.resume();
    await once(reply, 'end');
  });

  test('closes the connection after a response that fails in the middle', async () => {
    received = (socket) =>
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nnonsense\r\n');
    await expect(readSlowly(begin('GET').end())).rejects.toThrow('aborted');
  });

  test('a response before the end of the request is received, and the rest of the request is discarded', async () => {
    received = (socket) => {
      socket.resume();
      socket.end('HTTP/1.1 413 Too Long\r\nConnection: close\r\nContent-Length: 3\r\n\r\nno\n');
    };
    const clientRequest = begin('POST');
    const sent = once(clientRequest.end(body), 'finish');
    expect(String(await readSlowly(clientRequest))).toBe('no\n');
    await sent;
    received = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext');
    expect(String(await readSlowly(begin('GET').end()))).toBe('next');
  });
});
