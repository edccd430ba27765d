import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ProxyFixture, openProxyFixture, readChunk } from '../../../../test/proxy-fixture.ts';

const authorization = `Proxy-Authorization: Basic ${Buffer.from('abc123:word').toString('base64')}\r\n`;

describe('plain HTTP requests:', () => {
  let fixture: ProxyFixture;
  let server: Server;
  let origin: string;
  /** The received requests, each with its head and body. */
  let forwarded: string[];
  let reply: string;
  beforeEach(async () => {
    fixture = await openProxyFixture();
    forwarded = [];
    reply = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      let received = '';
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
        const isChunked = /^transfer-encoding: .*chunked\r$/im.test(received);
        if (!received.endsWith(isChunked ? '\r\n0\r\n\r\n' : '\r\n\r\n')) return;
        forwarded.push(received);
        received = '';
        socket.write(reply);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.close();
    await fixture.proxy.close();
  });

  /** Sends bytes at once; resolves with the first received bytes. */
  async function sendRaw(text: string): Promise<string | undefined> {
    const socket = connect({ host: '127.0.0.1', port: fixture.port });
    socket.on('error', () => undefined);
    socket.write(text, 'latin1');
    const received = await readChunk(socket);
    socket.destroy();
    return received?.toString('latin1');
  }

  test.each([
    ['GET', '', '/'],
    ['GET', '?q', '/?q'],
    ['OPTIONS', '', '*'],
    ['GET', '/a/../b/%2e%2e/./c', '/a/../b/%2e%2e/./c'],
    ['GET', "/a|b^c{d}%zz'?x=^{}'#there", "/a|b^c{d}%zz'?x=^{}'"],
  ])('forwards the %s of %j unchanged: %j', async (method, written, path) => {
    expect(
      await sendRaw(`${method} http://${origin}${written} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`),
    ).toMatch(/^HTTP\/1.1 200 /);
    expect(forwarded[0]?.split('\r\n')[0]).toBe(`${method} ${path} HTTP/1.1`);
  });

  test.each([
    ['no host', ''],
    ['two hosts', 'Host: x\r\nHost: y\r\n'],
  ])('rejects a request with %s, with a message', async (_, hosts) => {
    const response = await sendRaw(`GET http://${origin}/ HTTP/1.1\r\n${hosts}${authorization}\r\n`);
    expect(response).toMatch(/^HTTP\/1.1 400 [^]*Comet-Error: bad_request/);
    expect(forwarded).toEqual([]);
  });

  test('accepts HTTP/1.0 without a Host field', async () => {
    expect(await sendRaw(`GET http://${origin}/ HTTP/1.0\r\n${authorization}\r\n`)).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });

  test('forwards a body with its coding', async () => {
    const coded = `Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`;
    await sendRaw(`POST http://${origin}/ HTTP/1.1\r\nHost: x\r\n${authorization}${coded}`);
    expect(forwarded[0]).toContain('Transfer-Encoding: gzip, chunked\r\n');
  });

  test.each([
    ['a length and a coding', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
    ['a list of lengths', 'Content-Length: 4, 4\r\n'],
    ['a coding after chunks', 'Transfer-Encoding: chunked, gzip\r\n'],
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n'],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n'],
    ['a folded line', 'Transfer-Encoding:\r\n chunked\r\n'],
    ['a bare line feed', 'X: y\nTransfer-Encoding: chunked\r\n'],
    ['a bare carriage return', 'X: y\rTransfer-Encoding: chunked\r\n'],
    ['two authorizations', authorization],
    ['a head above the size limit', `X: ${'y'.repeat(17_000)}\r\n`],
  ])('rejects a request with %s, and forwards nothing of it', async (_, fields) => {
    const body = '0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const head = `POST http://${origin}/ HTTP/1.1\r\nHost: x\r\n${authorization}${fields}\r\n`;
    expect(await sendRaw(head + body)).toMatch(/^HTTP\/1.1 400 [^]*Comet-Error: bad_request/);
    expect(forwarded).toEqual([]);
  });

  test('forwards chunks without extensions and trailers, and reads the next request after them', async () => {
    const chunks = '3;x="\\r\\n"\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n';
    const fields = 'Transfer-Encoding: chunked\r\nTrailer: X-Trailer\r\n';
    const first = `POST http://${origin}/ HTTP/1.1\r\nHost: x\r\n${authorization}${fields}\r\n${chunks}`;
    const socket = connect({ host: '127.0.0.1', port: fixture.port });
    socket.on('error', () => undefined).resume();
    socket.write(`${first}GET http://${origin}/next HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`);
    await expect.poll(() => forwarded.length).toBe(2);
    socket.destroy();
    const [, body] = forwarded[0]?.split('\r\n\r\n', 2) ?? [];
    expect(body).toBe('3\r\nabc\r\n0');
    expect(forwarded[0]).not.toContain('X-Trailer');
    expect(forwarded[1]).toMatch(/^GET \/next /);
  });

  test('sends 100 Continue to an authenticated client before its body', async () => {
    const expects = 'Expect: 100-continue\r\nContent-Length: 2\r\n\r\n';
    const head = (authorizationField: string) =>
      `POST http://${origin}/ HTTP/1.1\r\nHost: x\r\n${authorizationField}${expects}`;
    expect(await sendRaw(head(authorization))).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\n/);
    expect(await sendRaw(head(''))).toMatch(/^HTTP\/1.1 407 /);
  });

  test('rejects a CONNECT while a response is pending', async () => {
    reply = '';
    const first = `GET http://${origin}/ HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`;
    expect(
      await sendRaw(`${first}CONNECT ${origin} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`),
    ).toBeUndefined();
  });
});
