import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { natPmpClient } from './nat-pmp-client.ts';

const at = { from: '127.0.0.1', to: '127.0.0.1' };
const never = new AbortController().signal;
const request = { protocol: 'tcp', port: 8080, publicPort: 40_000, lifetime: 3600 } as const;
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const granted = hex('0082 0000 00000007 1f90 9c41 00000e10');

let server: Socket | null = null;

/** Starts a server that sends these replies to each request; returns its port and the requests. */
function serve(...replies: readonly Buffer[]): Promise<{ port: number; received: string[] }> {
  const received: string[] = [];
  const opened = createSocket('udp4');
  server = opened;
  opened.on('message', (message, { port, address }) => {
    received.push(message.toString('hex'));
    for (const reply of replies) opened.send(reply, port, address);
  });
  return new Promise((resolve) => {
    opened.bind(0, '127.0.0.1', () => resolve({ port: opened.address().port, received }));
  });
}

afterEach(() => {
  server?.close();
  server = null;
});

test('requests a mapping and the public address', async () => {
  const { port, received } = await serve(granted);
  expect(await natPmpClient(port).map(at, request, never)).toEqual({
    ok: true,
    value: { publicPort: 40_001, lifetime: 3600 },
  });
  expect(received).toEqual(['000200001f909c4000000e10']);
  server?.close();
  const other = await serve(hex('0080 0000 00000007 cb007165'));
  expect(await natPmpClient(other.port).publicAddress(at, never)).toEqual({
    ok: true,
    value: '203.0.113.101',
  });
  expect(other.received).toEqual(['0000']);
});

test('ignores replies to other requests, and malformed ones', async () => {
  const other = hex('0081 0000 00000007 1f90 9c42 00000e10');
  const ofOtherPort = hex('0082 0000 00000007 1f91 9c42 00000e10');
  const { port } = await serve(hex(''), hex('0082'), hex('0282 0000 00000007'), other, ofOtherPort, granted);
  expect(await natPmpClient(port).map(at, request, never)).toMatchObject({ value: { publicPort: 40_001 } });
});

test.each([
  ['not authorised', '0082 0002 00000007 1f90 0000 00000000', 'not_offered'],
  ['unsupported', '0082 0005 00000007', 'not_offered'],
  ['out of resources', '0082 0004 00000007 1f90 0000 00000000', 'no_port_left'],
  ['no port', '0082 0000 00000007 1f90 0000 00000000', 'not_offered'],
])('a refusal: %s', async (_, reply, error) => {
  const { port } = await serve(hex(reply));
  expect(await natPmpClient(port).map(at, request, never)).toEqual({ ok: false, error });
});

test('a deletion has no port', async () => {
  const { port } = await serve(hex('0082 0000 00000007 1f90 0000 00000000'));
  expect(await natPmpClient(port).map(at, { ...request, lifetime: 0 }, never)).toMatchObject({ ok: true });
});

test('repeats the request, and ends without a reply', async () => {
  const { port, received } = await serve();
  expect(await natPmpClient(port).map(at, request, never)).toEqual({ ok: false, error: 'not_offered' });
  expect(received).toHaveLength(4);
});

test('ends at once where no server listens, and when it is aborted', async () => {
  const { port } = await serve();
  server?.close();
  server = null;
  expect(await natPmpClient(port).map(at, request, never)).toEqual({ ok: false, error: 'not_offered' });
  expect(await natPmpClient(port).map(at, request, AbortSignal.abort())).toMatchObject({ ok: false });
});
