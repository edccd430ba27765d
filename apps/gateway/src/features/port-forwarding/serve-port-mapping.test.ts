import { createSocket, type Socket } from 'node:dgram';
import { err } from '@comet/foundation';
import { expect, onTestFinished, test } from 'vitest';
import { portMappingPort } from '../../platform/firewall/port-forwards.ts';
import { servePortMapping } from './serve-port-mapping.ts';

const [server, one, other] = ['127.0.53.51', '127.0.53.1', '127.0.53.2'];
const burst = 30;
const addressRequest = Buffer.from([0, 0]);
const replyFlag = 128;

async function clientAt(address: string): Promise<Socket & { readonly replies: Buffer[] }> {
  const socket = Object.assign(createSocket('udp4'), { replies: [] as Buffer[] });
  socket.on('message', (reply) => socket.replies.push(reply));
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  onTestFinished(() => void socket.close());
  return socket;
}

test('each client has 30 requests at once and two in a second; further ones get no reply', async () => {
  let now = 0;
  const serving = await servePortMapping({
    address: server,
    clientAt: () => ({
      address: () => err('disabled'),
      map: () => Promise.resolve(err('disabled')),
      epoch: () => 0,
      onRefusal: () => undefined,
    }),
    now: () => now,
    onError: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(() => serving.close());
  const [flooding, quiet] = [await clientAt(one), await clientAt(other)];
  const send = (socket: Socket, count: number) => {
    for (let sent = 0; sent < count; sent += 1) socket.send(addressRequest, portMappingPort, server);
  };
  send(flooding, burst + 20);
  await expect.poll(() => flooding.replies.length).toBe(burst);
  send(quiet, 1);
  await expect.poll(() => quiet.replies.length).toBe(1);
  now = 1_000;
  send(flooding, 10);
  await expect.poll(() => flooding.replies.length).toBe(burst + 2);
  // The server handles datagrams in order: those without a reply were handled before this one.
  send(quiet, 1);
  await expect.poll(() => quiet.replies.length).toBe(2);
  expect(flooding.replies).toHaveLength(burst + 2);
  // A refused client gets a reply, which is not an amplification: twelve bytes.
  expect(flooding.replies.every((reply) => reply.length === 12 && reply[1] === replyFlag)).toBe(true);
});
