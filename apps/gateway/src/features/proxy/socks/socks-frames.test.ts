import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBasic, readConnect } from '../http/http-head.ts';
import {
  type Read,
  readDatagram,
  readGreeting,
  readLogin,
  readRequest,
  writeAddress,
  writeDatagram,
} from './socks-frames.ts';

const host = fc.oneof(fc.ipV4(), fc.constant('2001:db8::1'), fc.domain());
const port = fc.integer({ min: 1, max: 65_535 });

/** Checks that a message is read only when complete, and that further bytes are not consumed. */
function expectIncrementalRead<T>(read: (bytes: Buffer) => Read<T>, whole: Buffer, message: unknown): void {
  for (let length = 0; length < whole.length; length += 1)
    expect(read(whole.subarray(0, length))).toBe('more');
  expect(read(Buffer.concat([whole, Buffer.of(9, 9)]))).toEqual({ message, length: whole.length });
}

describe('SOCKS5', () => {
  test('reads a request however it is split', () => {
    fc.assert(
      fc.property(
        host,
        port,
        fc.constantFrom([1, 'connect'], [3, 'udp'], [2, 'other']),
        (name, number, what) => {
          const [code, command] = what as [number, string];
          const whole = Buffer.concat([Buffer.of(5, code, 0), writeAddress(name, number)]);
          expectIncrementalRead(readRequest, whole, { command, host: name, port: number });
        },
      ),
    );
  });

  test('reads a greeting and a login however they are split', () => {
    expectIncrementalRead(readGreeting, Buffer.of(5, 2, 0, 2), [0, 2]);
    const login = Buffer.concat([Buffer.of(1, 3), Buffer.from('abc'), Buffer.of(2), Buffer.from('xy')]);
    expectIncrementalRead(readLogin, login, { username: 'abc', password: 'xy' });
  });

  test('reads written datagrams; rejects fragments', () => {
    fc.assert(
      fc.property(host, port, fc.uint8Array({ maxLength: 50 }), (name, number, payload) => {
        const written = writeDatagram(name, number, payload);
        expect(readDatagram(written)).toEqual({ host: name, port: number, payload: Buffer.from(payload) });
        written[2] = 1;
        expect(readDatagram(written)).toBeNull();
      }),
    );
  });

  test('no input makes a reader throw, or wait for more than 600 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700 }), (noise) => {
        const bytes = Buffer.from(noise);
        for (const read of [readGreeting, readLogin, readRequest])
          if (read(bytes) === 'more') expect(bytes.length).toBeLessThan(600);
        readDatagram(bytes);
      }),
    );
  });
});

describe('CONNECT', () => {
  test('is read with its authorization, among other fields', () => {
    const head =
      'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\nproxy-Authorization:  Basic YTpi \r\nX: y';
    expect(readConnect(head)).toEqual({ authority: 'a.example:443', authorization: 'Basic YTpi' });
    expect(readConnect('CONNECT a:1 HTTP/1.0')).toEqual({ authority: 'a:1', authorization: null });
  });

  test.each([
    'GET http://a.example/ HTTP/1.1',
    'CONNECT a:1',
    'CONNECT a:1 HTTP/2.0',
    'CONNECT  a:1 HTTP/1.1',
    'CONNECT a:1 HTTP/1.1\r\nHost : a',
    'CONNECT a:1 HTTP/1.1\r\n folded: a',
    'CONNECT a:1 HTTP/1.1\r\nno colon',
    'CONNECT a:1 HTTP/1.1\r\nProxy-Authorization: x\r\nProxy-Authorization: y',
  ])('%j is rejected', (head) => {
    expect(readConnect(head)).toBeNull();
  });

  test('Basic credentials may contain a colon in the password, and UTF-8', () => {
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    expect(readBasic(basic('user-country-us:p:w'))).toEqual({ username: 'user-country-us', password: 'p:w' });
    expect(readBasic(basic('é:ü'))).toEqual({ username: 'é', password: 'ü' });
    expect(readBasic(basic('none'))).toBeNull();
    expect(readBasic('Bearer x')).toBeNull();
  });
});
