import { createServer, connect, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { parseProxyHeader, type ProxiedClient, readProxyHeader } from './proxy-header.ts';

const signature = '0d0a0d0a000d0a515549540a';
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** From 198.51.100.10 port 50000 to 203.0.113.101 port 443. */
const ipv4 = hex(`${signature} 21 11 000c c633640a cb007165 c350 01bb`);
/** From 2001:db8:0:2::10 port 50000 to 2001:db8:0:1::101 port 443. */
const ipv6 = hex(
  `${signature} 21 21 0024 20010db8000000020000000000000010 20010db8000000010000000000000101 c350 01bb`,
);

test('reads the client of TCP over IPv4 and IPv6, and ignores optional fields', () => {
  const client = { address: '198.51.100.10', port: 50_000 };
  expect(parseProxyHeader(ipv4)).toEqual({ kind: 'client', client, length: 28 });
  expect(parseProxyHeader(ipv6)).toEqual({
    kind: 'client',
    client: { address: '2001:db8:0:2:0:0:0:10', port: 50_000 },
    length: 52,
  });
  const withField = hex(`${signature} 21 11 0012 c633640a cb007165 c350 01bb 040003aabbcc`);
  expect(parseProxyHeader(withField)).toEqual({ kind: 'client', client, length: 34 });
});

test('every beginning of a header is incomplete, and what follows it is not read', () => {
  for (let length = 0; length < ipv6.length; length += 1)
    expect(parseProxyHeader(ipv6.subarray(0, length))).toEqual({ kind: 'incomplete' });
  expect(parseProxyHeader(Buffer.concat([ipv4, Buffer.from('x')]))).toMatchObject({ length: 28 });
});

test.each([
  ['a TLS ClientHello', '160301020001000001fc0303'],
  ['version 1', Buffer.from('PROXY TCP4 198.51.100.10').toString('hex')],
  ['one wrong byte of the signature', `${signature.slice(0, -2)}0b 21 11 000c c633640a cb007165 c350 01bb`],
  ['version 3', `${signature} 31 11 000c c633640a cb007165 c350 01bb`],
  ['the command LOCAL', `${signature} 20 11 000c c633640a cb007165 c350 01bb`],
  ['UDP', `${signature} 21 12 000c c633640a cb007165 c350 01bb`],
  ['a Unix socket', `${signature} 21 31 00d8`],
  ['no address', `${signature} 21 11 0000`],
  ['an address that is too short', `${signature} 21 21 000c c633640a cb007165 c350 01bb`],
  ['fields that are too long', `${signature} 21 11 ffff c633640a cb007165 c350 01bb`],
])('refuses %s', (_, text) => {
  expect(parseProxyHeader(hex(text))).toEqual({ kind: 'invalid' });
});

test('arbitrary bytes never throw, and are a client only with the signature', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (bytes, isSigned) => {
      const given = Buffer.concat([isSigned ? hex(signature) : Buffer.alloc(0), bytes]);
      const parsed = parseProxyHeader(given);
      if (parsed.kind !== 'client') return;
      expect(given.subarray(0, 12)).toEqual(hex(signature));
      expect(parsed.length).toBeLessThanOrEqual(given.length);
    }),
  );
});

let server: Server | null = null;
let client: Socket | null = null;
afterEach(() => {
  client?.destroy();
  server?.close();
});

/** Connects, sends the parts one by one, and resolves with the client and the rest that the server reads. */
async function send(parts: readonly Buffer[], end = true): Promise<[ProxiedClient | null, string]> {
  const accepted = Promise.withResolvers<Socket>();
  server = createServer((socket) => accepted.resolve(socket));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  client = connect(address.port, '127.0.0.1');
  client.setNoDelay(true);
  client.on('error', () => undefined);
  const socket = await accepted.promise;
  socket.on('error', () => undefined);
  const reading = readProxyHeader(socket);
  for (const part of parts) {
    client.write(part);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (end) client.end();
  const found = await reading;
  if (found === null) return [null, ''];
  let rest = '';
  for await (const chunk of socket.setEncoding('utf8')) rest += String(chunk);
  return [found, rest];
}

test('a header in single bytes leaves the following bytes to the next reader', async () => {
  const bytes = [...ipv4].map((byte) => Buffer.from([byte]));
  const [found, rest] = await send([...bytes, Buffer.from('GET /')]);
  expect(found).toEqual({ address: '198.51.100.10', port: 50_000 });
  expect(rest).toBe('GET /');
});

test('a header and its data in one packet are separated', async () => {
  expect((await send([Buffer.concat([ipv6, Buffer.from('hello')])]))[1]).toBe('hello');
});

test('a connection that ends within the header, or sends none, has no client', async () => {
  expect(await send([ipv4.subarray(0, 20)])).toEqual([null, '']);
  client?.destroy();
  server?.close();
  expect(await send([], false)).toEqual([null, '']);
});
