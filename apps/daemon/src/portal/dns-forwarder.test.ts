import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startDnsForwarder } from './dns-forwarder.ts';

async function socketAt(address: string): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return socket;
}

const message = (id: number, text: string) =>
  Buffer.concat([Buffer.from([id >> 8, id & 255]), Buffer.alloc(10), Buffer.from(text)]);

test('forwards a query and its response, with another id in between', async () => {
  const server = await socketAt('127.0.0.1');
  const client = await socketAt('127.0.0.1');
  const forwarder = await startDnsForwarder('127.0.0.1', server.address().port);
  onTestFinished(forwarder.close);
  client.send(message(0x12_34, 'question'), forwarder.listensAt, '127.0.0.1');
  const [query, from] = (await once(server, 'message')) as [Buffer, { port: number }];
  expect([query.toString('utf8', 12), from.port]).toEqual(['question', forwarder.sendsFrom]);
  const id = query.readUInt16BE(0);
  // Neither another sender nor another id is believed.
  const stranger = await socketAt('127.0.0.1');
  stranger.send(message(id, 'forged'), forwarder.sendsFrom, '127.0.0.1');
  server.send(message(id ^ 1, 'forged'), forwarder.sendsFrom, '127.0.0.1');
  server.send(message(id, 'short').subarray(0, 5), forwarder.sendsFrom, '127.0.0.1');
  server.send(message(id, 'answer'), forwarder.sendsFrom, '127.0.0.1');
  const [response] = (await once(client, 'message')) as [Buffer];
  expect(response).toEqual(message(0x12_34, 'answer'));
});
