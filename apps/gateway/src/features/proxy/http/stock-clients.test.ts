import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  customer,
  exitAt,
  type ProxyFixture,
  openProxyFixture,
  openOrigin,
  readChunk,
} from '../../../../test/proxy-fixture.ts';
import { readRequest, writeAddress, writeDatagram } from '../socks/socks-frames.ts';

describe('stock clients:', () => {
  let fixture: ProxyFixture;
  let origin: Awaited<ReturnType<typeof openOrigin>>;
  beforeAll(async () => {
    origin = await openOrigin();
  });
  afterAll(() => origin.close());
  beforeEach(async () => {
    fixture = await openProxyFixture();
    fixture.names.set('origin.example', ['127.0.0.1']);
  });
  afterEach(() => fixture.proxy.close());

  interface Seen {
    readonly method: string;
    readonly url: string;
    readonly rawHeaders: readonly string[];
    readonly body: string;
    readonly from: string;
  }

  /** Sends a request with curl; resolves with the request seen by the origin. `options` are those of curl. */
  async function curl(...options: readonly string[]): Promise<Seen> {
    const argv = ['--silent', '--show-error', '--fail', '--noproxy', '', '--max-time', '10', ...options];
    const { stdout } = await promisify(execFile)('curl', argv);
    return JSON.parse(stdout) as Seen;
  }

  test.each([
    ['plain HTTP', () => ['--proxy', `http://abc123:word@127.0.0.1:${fixture.port}`]],
    ['CONNECT', () => ['--proxytunnel', '--proxy', `http://abc123:word@127.0.0.1:${fixture.port}`]],
    ['SOCKS5', () => ['--proxy', `socks5h://abc123:word@127.0.0.1:${fixture.socksPort}`]],
    [
      'SOCKS5 on the HTTP port',
      () => ['--proxy', `socks5h://abc123-country-us:word@127.0.0.1:${fixture.port}`],
    ],
  ])('curl works through %s, with names resolved by the exit', async (_, proxy) => {
    const seen = await curl(...proxy(), `http://origin.example:${origin.port}/path?q`);
    expect(seen).toMatchObject({ method: 'GET', url: '/path?q', from: '127.0.0.11' });
    expect(fixture.resolvedNames).toEqual(['origin.example']);
  });

  test('curl works through CONNECT to a TLS server', async () => {
    const options = ['-x509', '-newkey', 'ed25519', '-nodes', '-keyout', '-', '-subj', '/CN=origin.example'];
    const { stdout: pem } = await promisify(execFile)('openssl', ['req', ...options]);
    const server = createTlsServer({ key: pem, cert: pem }, (_, response) =>
      response.end('{"body":"sealed"}'),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = `http://abc123-country-us-session-a:word@127.0.0.1:${fixture.port}`;
    const seen = await curl('--insecure', '--proxy', proxy, `https://origin.example:${port}/`);
    expect(seen.body).toBe('sealed');
    server.close();
  });

  test('needs no password from an address on the list, by HTTP and SOCKS5', async () => {
    fixture.customers(customer({ addresses: ['127.0.0.1'] }));
    for (const scheme of ['http', 'socks5h'])
      expect(await curl('--proxy', `${scheme}://127.0.0.1:${fixture.port}`, `${origin.url}/`)).toMatchObject({
        from: '127.0.0.11',
      });
  });

  test('a wrong password and a wrong parameter fail the SOCKS5 login with distinct statuses', async () => {
    for (const [login, status] of [
      ['abc123:wrong', 1],
      ['abc123-country-usa:word', 17],
    ] as const)
      await expect(
        curl('--proxy', `socks5h://${login}@127.0.0.1:${fixture.port}`, `${origin.url}/`),
      ).rejects.toThrow(`(1 ${status})`);
  });

  test('a refusal of plain HTTP contains a message', async () => {
    const proxy = `http://abc123-lifetime-9:word@127.0.0.1:${fixture.port}`;
    const argv = ['--silent', '--include', '--noproxy', '', '--proxy', proxy, `${origin.url}/`];
    const { stdout } = await promisify(execFile)('curl', argv);
    expect(stdout).toMatch(/^HTTP\/1.1 400 /);
    expect(stdout).toContain('Comet-Error: bad_lifetime');
    expect(stdout).toContain('The lifetime in the user name');
  });

  function send(
    agent: Agent,
    path: string,
    headers: Record<string, string>,
    body = '',
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const authorization = `Basic ${Buffer.from('abc123:word').toString('base64')}`;
      request({
        agent,
        host: '127.0.0.1',
        port: fixture.port,
        method: body === '' ? 'GET' : 'POST',
        path,
        headers: { 'Proxy-Authorization': authorization, ...headers },
      })
        .once('error', reject)
        .once('response', resolve)
        .end(body);
    });
  }

  test('forwards requests of one connection sequentially, without hop-by-hop and proxy fields', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const hops = {
      Connection: 'X-Secret, keep-alive',
      'X-Secret': '1',
      'Proxy-Connection': 'keep-alive',
      'X-Kept': 'yes',
      Host: 'wrong.example',
    };
    const first = await send(agent, `${origin.url}/a`, hops, 'body');
    const seen = (await json(first)) as Seen;
    expect(seen).toMatchObject({ method: 'POST', url: '/a', body: 'body' });
    const names = seen.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    expect(names).toContain('x-kept');
    for (const name of ['x-secret', 'proxy-connection', 'proxy-authorization', 'via', 'x-forwarded-for'])
      expect(names).not.toContain(name);
    expect(seen.rawHeaders[seen.rawHeaders.indexOf('Host') + 1]).toBe(`127.0.0.1:${origin.port}`);
    expect(first.headers['keep-alive']).not.toBe('timeout=9');
    const second = await send(agent, `http://origin.example:${origin.port}/b`, {});
    expect(await json(second)).toMatchObject({ url: '/b' });
    expect(second.socket).toBe(first.socket);
    agent.destroy();
  });

  test('a kept-alive connection uses the exit of its session during its lifetime, and another exit afterwards', async () => {
    fixture.exits(exitAt('127.0.0.11'), exitAt('127.0.0.12'));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const authorization = `Basic ${Buffer.from('abc123-session-a-lifetime-5:word').toString('base64')}`;
    const requestSource = async () =>
      ((await json(await send(agent, `${origin.url}/`, { 'Proxy-Authorization': authorization }))) as Seen)
        .from;
    const first = await requestSource();
    // A connection without a request is closed after 30 seconds.
    for (let turn = 0; turn < 12; turn += 1) {
      fixture.advance(24_000);
      expect(await requestSource()).toBe(first);
    }
    fixture.advance(24_000);
    expect(await requestSource()).not.toBe(first);
    expect(await requestSource()).not.toBe(first);
    agent.destroy();
  });

  test('plain HTTP refuses the same targets as CONNECT', async () => {
    for (const target of ['http://10.0.0.1/', 'http://0x7f.1:25/', 'https://origin.example/', '/relative']) {
      const reply = await send(new Agent(), target, {});
      expect([400, 403]).toContain(reply.statusCode);
      reply.resume();
    }
  });

  test.each([
    ['HTTP/1.1 000 Odd\r\nContent-Length: 0', 502],
    ['HTTP/1.1 099 Odd\r\nContent-Length: 0', 502],
    ['HTTP/1.1 101 Now\r\nConnection: upgrade\r\nUpgrade: odd', 502],
    ['HTTP/1.1 200 \x01OK\r\nContent-Length: 0', 200],
  ])('survives any response of a server (%j), and responds', async (head, status) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(`${head}\r\n\r\n`, 'latin1'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const reply = await send(new Agent(), `http://127.0.0.1:${port}/`, {});
    expect(reply.statusCode).toBe(status);
    reply.resume();
    server.close();
  });

  test('keeps Content-Length even if Connection lists it', async () => {
    const headers = { Connection: 'content-length', 'Content-Length': '4' };
    const seen = (await json(await send(new Agent(), `${origin.url}/a`, headers, 'body'))) as Seen;
    expect(seen.rawHeaders).toContain('Content-Length');
  });

  test.each(['http', 'socks5'] as const)('an exit may be the %s proxy of a provider', async (protocol) => {
    const provider = await openProxyFixture();
    provider.customers(customer({ username: 'provider' }));
    const usernameTemplate = 'provider-country-{country}-session-{session}';
    fixture.exits(
      exitAt('provider', {
        kind: 'upstream',
        outlet: {
          kind: 'upstream',
          protocol,
          host: '127.0.0.1',
          port: provider.port,
          usernameTemplate,
          password: 'word',
        },
      }),
    );
    const proxy = `http://abc123:word@127.0.0.1:${fixture.port}`;
    for (const mode of [['--proxytunnel'], []])
      expect(await curl(...mode, '--proxy', proxy, `http://origin.example:${origin.port}/`)).toMatchObject({
        from: '127.0.0.11',
      });
    // The provider receives the checked address, not the name.
    expect(provider.resolvedNames).toEqual([]);
    provider.exits();
    await expect(curl('--proxytunnel', '--proxy', proxy, `${origin.url}/`)).rejects.toThrow('502');
    await provider.proxy.close();
  });

  test('forwards datagrams in both directions while the connection is open, and drops those of other senders', async () => {
    const echoServer = createSocket('udp4').bind(0, '127.0.0.1');
    const stranger = createSocket('udp4').bind(0, '127.0.0.1');
    const sender = createSocket('udp4').bind(0, '127.0.0.1');
    await Promise.all([echoServer, stranger, sender].map((socket) => once(socket, 'listening')));
    echoServer.on('message', (bytes, { address, port }) => {
      stranger.send('stranger', port, address, () =>
        echoServer.send(`${address} ${bytes.toString()}`, port, address),
      );
    });
    const client = connect({ host: '127.0.0.1', port: fixture.socksPort });
    client.write(
      Buffer.concat([Buffer.of(5, 1, 2, 1, 6), Buffer.from('abc123'), Buffer.of(4), Buffer.from('word')]),
    );
    client.write(Buffer.concat([Buffer.of(5, 3, 0), writeAddress('0.0.0.0', 0)]));
    let received = Buffer.alloc(0);
    while (received.length < 14)
      received = Buffer.concat([received, (await readChunk(client)) ?? Buffer.alloc(14)]);
    const reply = readRequest(received.subarray(4));
    if (typeof reply === 'string') throw new Error(reply);
    const responses: Buffer[] = [];
    sender.on('message', (bytes) => responses.push(bytes));
    const target = echoServer.address().port;
    sender.send(writeDatagram('10.0.0.1', target, Buffer.from('refused')), reply.message.port, '127.0.0.1');
    sender.send(
      writeDatagram('origin.example', target, Buffer.from('hello')),
      reply.message.port,
      '127.0.0.1',
    );
    await expect.poll(() => responses.length).toBe(1);
    expect(responses[0]).toEqual(writeDatagram('127.0.0.1', target, Buffer.from('127.0.0.11 hello')));
    // Another program behind the same address has no effect.
    const injected = writeDatagram('origin.example', target, Buffer.from('mine'));
    stranger.send(injected, reply.message.port, '127.0.0.1');
    sender.send(
      writeDatagram('origin.example', target, Buffer.from('again')),
      reply.message.port,
      '127.0.0.1',
    );
    await expect.poll(() => responses.length).toBe(2);
    expect(responses[1]).toEqual(writeDatagram('127.0.0.1', target, Buffer.from('127.0.0.11 again')));
    // The association ends with its connection.
    await once(client.destroy(), 'close');
    await expect.poll(() => isFree(reply.message.port)).toBe(true);
    for (const socket of [echoServer, stranger, sender]) socket.close();
  });

  function isFree(port: number): Promise<boolean> {
    const socket = createSocket('udp4');
    return new Promise((resolve) => {
      socket.once('error', () => resolve(false));
      socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
    });
  }
});
