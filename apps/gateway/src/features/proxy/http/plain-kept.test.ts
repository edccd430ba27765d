import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  customer,
  type ProxyFixture,
  openProxyFixture,
  password,
  readChunk,
} from '../../../../test/proxy-fixture.ts';

const authorization = `Proxy-Authorization: Basic ${Buffer.from(`abc123:${password}`).toString('base64')}\r\n`;
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\no';
const begun = 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nb';

describe('a kept-alive server connection', () => {
  let fixture: ProxyFixture;
  let server: Server;
  let client: Socket;
  /** Source address and text of each request. */
  let serverRequests: { readonly from: string | undefined; readonly text: string }[];
  let response: (socket: Socket) => void;
  beforeEach(async () => {
    fixture = await openProxyFixture();
    serverRequests = [];
    response = (socket) => void socket.write(ok);
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        serverRequests.push({ from: socket.remoteAddress, text: chunk.toString('latin1') });
        response(socket);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = connect({ host: '127.0.0.1', port: fixture.port });
    client.on('error', () => undefined);
  });
  afterEach(async () => {
    client.destroy();
    server.close();
    await fixture.proxy.close();
  });

  const sendRequest = (headers: string, body = '') => {
    const { port } = server.address() as AddressInfo;
    client.write(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`);
  };
  /** Resolves with the response up to the first byte of its body. */
  async function responseTo(headers: string, body = ''): Promise<string> {
    sendRequest(headers, body);
    let received = '';
    while (!/\r\n\r\n[^]/.test(received)) {
      const chunk = await readChunk(client);
      if (chunk === null) break;
      received += chunk.toString('latin1');
    }
    return received;
  }

  test('is not reused after the client address belongs to another customer', async () => {
    const one = (addresses: string[]) => customer({ username: 'oneone', addresses, proven: addresses });
    const other = (addresses: string[]) =>
      customer({
        ...{ username: 'twotwo', addresses, proven: addresses },
        route: { kind: 'address', address: '127.0.0.77' },
      });
    fixture.customers(one(['127.0.0.1']), other([]));
    expect(await responseTo('')).toMatch(/^HTTP\/1.1 200 /);
    fixture.customers(one([]), other(['127.0.0.1']));
    expect(await responseTo('')).toMatch(/^HTTP\/1.1 200 /);
    expect(serverRequests.map(({ from }) => from)).toEqual(['127.0.0.11', '127.0.0.77']);
  });

  test('ends with the grant of a customer that was removed and added again', async () => {
    expect(await responseTo(authorization)).toMatch(/^HTTP\/1.1 200 /);
    fixture.customers();
    fixture.customers(customer());
    response = (socket) => void socket.write(begun);
    expect(await responseTo(authorization)).toMatch(/^HTTP\/1.1 200 /);
    const ended = once(client.resume(), 'close');
    fixture.customers();
    await ended;
  });

  test.each([
    ['is removed', () => fixture.customers(), 'bad_credentials'],
    ['has another password', () => fixture.customers(customer({ mac: 'another' })), 'exit_failed'],
  ])('is not replaced when it ends because its customer %s', async (_, change, refusal) => {
    expect(await responseTo(authorization)).toMatch(/^HTTP\/1.1 200 /);
    response = () => {
      response = (socket) => void socket.write(begun);
      change();
    };
    expect(await responseTo(authorization)).toContain(`Comet-Error: ${refusal}`);
    expect(serverRequests.length).toBe(2);
  });

  test('is replaced after the server closed it, only for a request without a body', async () => {
    const drop = (socket: Socket) => {
      response = (again) => void again.write(ok);
      socket.destroy();
    };
    expect(await responseTo(authorization)).toMatch(/^HTTP\/1.1 200 /);
    response = drop;
    expect(await responseTo(authorization)).toMatch(/^HTTP\/1.1 200 /);
    response = drop;
    expect(await responseTo(`${authorization}Content-Length: 5\r\n`, 'hello')).toContain(
      'Comet-Error: target_unreachable',
    );
    expect(serverRequests.length).toBe(4);
  });
});
