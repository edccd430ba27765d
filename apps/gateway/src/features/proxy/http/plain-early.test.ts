import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ProxyFixture, openProxyFixture } from '../../../../test/proxy-fixture.ts';

const upload = Buffer.alloc(3_000_000, 'comet');
const refusal = 'Too much of it\n';
const withLength = `HTTP/1.1 413 Too Long\r\nContent-Length: ${refusal.length}\r\n\r\n${refusal}`;
const untilClosed = `HTTP/1.0 413 Too Long\r\n\r\n${refusal}`;

/** Closing with unread data in the receive buffer resets the connection. */
const closes = (response: string) => (socket: Socket) => void socket.write(response, () => socket.destroy());
const resets = (response: string) => (socket: Socket) =>
  void socket.write(response, () => setImmediate(() => socket.resetAndDestroy()));
const endsAndResets = (response: string) => (socket: Socket) =>
  void socket.end(response, () => setTimeout(() => socket.resetAndDestroy(), 2));

describe('a server that responds before the end of the request', () => {
  let fixture: ProxyFixture;
  let server: Server;
  let agent: Agent;
  let received: (socket: Socket) => void;
  beforeEach(async () => {
    fixture = await openProxyFixture();
    agent = new Agent({ keepAlive: true });
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => received(socket.pause()));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    agent.destroy();
    server.close();
    await fixture.proxy.close();
  });

  async function sendAll() {
    const { port } = server.address() as AddressInfo;
    const clientRequest = request({
      ...{ agent, host: '127.0.0.1', port: fixture.port, path: `http://127.0.0.1:${port}/`, method: 'POST' },
      headers: { 'Proxy-Authorization': `Basic ${Buffer.from('abc123:word').toString('base64')}` },
    });
    // An aborted response is also an error of the request.
    clientRequest.on('error', () => undefined);
    clientRequest.end(upload);
    const [reply] = (await once(clientRequest, 'response')) as [IncomingMessage];
    let body = '';
    reply.on('data', (chunk) => (body += String(chunk)));
    reply.on('error', () => undefined);
    await new Promise((resolve) => reply.once('close', resolve));
    return { status: reply.statusCode, body, isWhole: reply.complete };
  }

  test.each([
    ['with a length, then closes', closes(withLength), true],
    ['with a length, then resets', resets(withLength), true],
    ['with a length, then ends and resets', endsAndResets(withLength), true],
    ['until close, then resets later', endsAndResets(untilClosed), true],
    // Whether it was complete is unknown.
    ['until close, then resets', resets(untilClosed), false],
  ])('the client receives the complete response %s', async (_, respond, isWhole) => {
    received = respond;
    for (let times = 0; times < 12; times += 1)
      expect(await sendAll()).toEqual({ status: 413, body: refusal, isWhole });
  });

  test('does not wait for another request of a closed client', async () => {
    received = (socket) => void socket.resume().end(withLength);
    for (let times = 0; times < 3; times += 1) {
      expect(await sendAll()).toMatchObject({ status: 413, isWhole: true });
      await sleep(20);
    }
  });
});
