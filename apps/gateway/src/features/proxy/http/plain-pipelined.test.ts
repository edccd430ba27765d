import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ProxyFixture, openProxyFixture, password } from '../../../../test/proxy-fixture.ts';

const authorization = `Proxy-Authorization: Basic ${Buffer.from(`abc123:${password}`).toString('base64')}\r\n`;

describe('pipelined requests:', () => {
  let fixture: ProxyFixture;
  let server: Server;
  let client: Socket;
  let received: string;
  /** The requested paths, with the function that sends the response of each. */
  let forwardedPaths: string[];
  let responses: (() => void)[];
  beforeEach(async () => {
    fixture = await openProxyFixture();
    [received, forwardedPaths, responses] = ['', [], []];
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        const path = /^[A-Z]+ (\S+) HTTP/.exec(chunk.toString('latin1'))?.[1];
        // A request's body may arrive after its head.
        if (path === undefined) return;
        forwardedPaths.push(path);
        responses.push(() =>
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${path.length}\r\n\r\n${path}`),
        );
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = connect({ host: '127.0.0.1', port: fixture.port });
    client.on('error', () => undefined).on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  });
  afterEach(async () => {
    client.destroy();
    server.close();
    await fixture.proxy.close();
  });

  function request(method: string, path: string, more = authorization): string {
    const { port } = server.address() as AddressInfo;
    return `${method} http://127.0.0.1:${port}${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  }

  test('are forwarded in order, each after the previous response', async () => {
    client.write(request('POST', '/a', `${authorization}Content-Length: 2\r\n`));
    client.write(`hi${request('GET', '/b')}${request('DELETE', '/c')}`);
    for (const path of ['/a', '/b', '/c']) {
      await expect.poll(() => forwardedPaths.at(-1)).toBe(path);
      expect(received).not.toContain(`\r\n\r\n${path}`);
      responses.at(-1)?.();
    }
    await expect
      .poll(() => received.match(/\r\n\r\n\/./g))
      .toEqual(['\r\n\r\n/a', '\r\n\r\n/b', '\r\n\r\n/c']);
    expect(forwardedPaths).toEqual(['/a', '/b', '/c']);
  });

  test('after a refused one are not forwarded', async () => {
    const ended = once(client, 'close');
    client.write(request('GET', '/a') + request('GET', '/b', '') + request('GET', '/c'));
    await expect.poll(() => forwardedPaths).toEqual(['/a']);
    responses[0]?.();
    await ended;
    expect(received).toContain('Comet-Error: credentials_required');
    expect(forwardedPaths).toEqual(['/a']);
  });

  test('above the limit end the connection', async () => {
    const ended = new Promise((resolve) => client.once('close', resolve));
    client.write(request('GET', '/a').repeat(200));
    await ended;
    expect(forwardedPaths.length).toBeLessThan(2);
  });
});
