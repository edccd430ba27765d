import { once } from 'node:events';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { certificateAuthority, certify, serverName } from '../../../test/inside/authority.ts';
import { openAdmission } from './admission-server.ts';
import { certificateRequest, newAdmissionKey } from './certificate-request.ts';

/** The admission endpoint behind `comet-transport`. */

/** A connection that the endpoint closed. */
const disconnected = /disconnected|hang up|ECONNRESET|EPIPE/;
let admission: Awaited<ReturnType<typeof openAdmission>>;
const sources: string[] = [];
const relayed: { readonly authority: string; readonly source: string }[] = [];
const mayConnect = vi.fn<(source: string) => boolean>(() => true);

beforeEach(async () => {
  sources.length = 0;
  relayed.length = 0;
  mayConnect.mockReset().mockReturnValue(true);
  const privateKey = newAdmissionKey();
  const certificateChain = await certify(certificateRequest(privateKey), 3_600);
  admission = await openAdmission({
    port: 0,
    isShared: true,
    certificate: { certificateChain, privateKey },
    handle({ source }) {
      sources.push(source);
      return Promise.resolve({ status: 200, body: {} });
    },
    mayConnect,
    relay({ authority, source, stream }) {
      relayed.push({ authority, source });
      stream.end('HTTP/1.1 200 Connection established\r\n\r\n');
    },
    onError: (error) => expect.unreachable(String(error)),
  });
});
afterEach(() => admission.close());

/** A PROXY header of version 2 for a client at port 50000. */
function headerOf(client: string): Buffer {
  const isIpv4 = !client.includes(':');
  const address = isIpv4
    ? Buffer.from(client.split('.').map(Number))
    : Buffer.from(client.replaceAll(':', ''), 'hex');
  const length = isIpv4 ? 12 : 36;
  const family = isIpv4 ? 0x11 : 0x21;
  const prefix = Buffer.from([...Buffer.from('0d0a0d0a000d0a515549540a', 'hex'), 0x21, family, 0, length]);
  return Buffer.concat([prefix, address, Buffer.alloc(address.length), Buffer.from([0xc3, 0x50, 1, 0xbb])]);
}

async function dial(): Promise<Socket> {
  const socket = connect(admission.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Opens a TLS connection that begins with `header`. */
async function dialTls(header: Buffer) {
  const socket = await dial();
  socket.write(header);
  return { socket, secure: connectTls({ socket, ca: certificateAuthority(), servername: serverName }) };
}

/** Resolves with the status of a request whose connection begins with `header`. */
async function statusAfter(header: Buffer): Promise<number> {
  const { socket, secure } = await dialTls(header);
  const sent = request({ createConnection: () => secure, method: 'POST', path: '/v1/peers' });
  sent.end('{}');
  const [response] = (await once(sent, 'response')) as [{ statusCode: number }];
  socket.destroy();
  return response.statusCode;
}

test('limits count the client in the header, not the program that relays', async () => {
  expect(await statusAfter(headerOf('198.51.100.10'))).toBe(200);
  expect(await statusAfter(headerOf('2001:0db8:0000:0002:0000:0000:0000:0010'))).toBe(200);
  expect(sources).toEqual(['198.51.100.10/32', '2001:db8:0:2::/64']);
  expect(mayConnect.mock.calls.flat()).toEqual(sources);
});

test('a connection to the control plane counts the client in the header', async () => {
  const { socket, secure } = await dialTls(headerOf('198.51.100.10'));
  const sent = request({ createConnection: () => secure, method: 'CONNECT', path: 'api.example.net:443' });
  sent.end();
  await once(sent, 'connect');
  socket.destroy();
  expect(relayed).toEqual([{ authority: 'api.example.net:443', source: '198.51.100.10/32' }]);
});

test('a client over its limit is refused, and another is not', async () => {
  mayConnect.mockImplementation((source) => source !== '198.51.100.10/32');
  await expect(statusAfter(headerOf('198.51.100.10'))).rejects.toThrow(disconnected);
  expect(await statusAfter(headerOf('198.51.100.11'))).toBe(200);
});

test('64 connections of a /64 are the limit, also with one port at each address', async () => {
  const addressOf = (network: string, host: number) =>
    `2001:0db8:0000:${network}:0000:0000:0000:${host.toString(16).padStart(4, '0')}`;
  const open = await Promise.all(Array.from({ length: 64 }, dial));
  for (const [host, socket] of open.entries()) socket.write(headerOf(addressOf('0002', host)));
  await expect.poll(() => mayConnect.mock.calls.length).toBe(64);
  await expect(statusAfter(headerOf(addressOf('0002', 64)))).rejects.toThrow(disconnected);
  expect(await statusAfter(headerOf(addressOf('0003', 64)))).toBe(200);
  for (const socket of open) socket.destroy();
});

test.each([
  ['without a header', Buffer.alloc(0)],
  ['with an invalid header', Buffer.from('PROXY TCP4 198.51.100.10 203.0.113.101 50000 443\r\n')],
])('a TLS client %s is closed before the handshake', async (_, header) => {
  await expect(statusAfter(header)).rejects.toThrow(disconnected);
  expect(mayConnect).not.toHaveBeenCalled();
  expect(sources).toEqual([]);
});

test('closing does not wait for a connection without a header', async () => {
  const socket = await dial();
  socket.on('error', () => undefined);
  const began = performance.now();
  await admission.close();
  expect(performance.now() - began).toBeLessThan(1_000);
});
