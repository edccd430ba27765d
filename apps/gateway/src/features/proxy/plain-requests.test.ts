import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { carriers, type Field, openField, readChunk } from '../../../test/proxy-field.ts';

const authorization = `Proxy-Authorization: Basic ${Buffer.from('abc123:word').toString('base64')}\r\n`;

describe.each(carriers)('by %s, of plain HTTP', (carrier) => {
  let field: Field;
  let server: Server;
  let origin: string;
  /** What was asked there, each with its head and what came with it. */
  let asked: string[];
  let answer: string;
  beforeEach(async () => {
    field = await openField(carrier);
    asked = [];
    answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        asked.push(chunk.toString('latin1'));
        socket.write(answer);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.close();
    await field.proxy.close();
  });

  /** What is answered first to bytes that are sent at once. */
  async function say(text: string): Promise<string | undefined> {
    const socket = connect({ host: '127.0.0.1', port: field.port });
    socket.on('error', () => undefined);
    socket.write(text, 'latin1');
    const heard = await readChunk(socket);
    socket.destroy();
    return heard?.toString('latin1');
  }

  test.each([
    ['GET', '', '/'],
    ['GET', '?q', '/?q'],
    ['OPTIONS', '', '*'],
    ['GET', '/a/../b/%2e%2e/./c', '/a/../b/%2e%2e/./c'],
    ['GET', "/a|b^c{d}%zz'?x=^{}'#there", "/a|b^c{d}%zz'?x=^{}'"],
  ])('the %s of %j is asked for as it was written: %j', async (method, written, path) => {
    expect(
      await say(`${method} http://${origin}${written} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`),
    ).toMatch(/^HTTP\/1.1 200 /);
    expect(asked[0]?.split('\r\n')[0]).toBe(`${method} ${path} HTTP/1.1`);
  });

  test.each([
    ['no host', ''],
    ['two hosts', 'Host: x\r\nHost: y\r\n'],
  ])('one that names %s is refused in words', async (_, hosts) => {
    const answered = await say(`GET http://${origin}/ HTTP/1.1\r\n${hosts}${authorization}\r\n`);
    expect(answered).toMatch(/^HTTP\/1.1 400 [^]*Comet-Error: bad_request/);
    expect(asked).toEqual([]);
  });

  test('HTTP/1.0 need not name a host', async () => {
    expect(await say(`GET http://${origin}/ HTTP/1.0\r\n${authorization}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('a body is said to be coded as it is', async () => {
    const coded = `Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`;
    await say(`POST http://${origin}/ HTTP/1.1\r\nHost: x\r\n${authorization}${coded}`);
    expect(asked[0]).toContain('Transfer-Encoding: gzip, chunked\r\n');
  });

  test('no tunnel begins where an answer is owed', async () => {
    answer = '';
    const first = `GET http://${origin}/ HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`;
    expect(
      await say(`${first}CONNECT ${origin} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`),
    ).toBeUndefined();
  });
});
