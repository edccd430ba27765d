import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { egressStatusPort } from '@comet/admission';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receiveExitStatus } from './exit-status.ts';

const addresses = { from: '127.0.75.2', to: '127.0.75.1' };
let server: Server;
let onCall: (socket: Socket) => void;

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    onCall(socket);
  });
  await once(server.listen(egressStatusPort, addresses.to), 'listening');
});
afterEach(() => void server.close());

const receive = async (signal = new AbortController().signal) => {
  const statuses: string[] = [];
  await receiveExitStatus(addresses, (status) => statuses.push(status), signal);
  return statuses;
};

test('receives statuses until the connection ends, an invalid status, or an abort', async () => {
  onCall = (socket) => socket.end('open\ngone\n');
  expect(await receive()).toEqual(['open', 'gone']);
  onCall = (socket) => socket.write('open\n<html>');
  expect(await receive()).toEqual([]);
  const leave = new AbortController();
  onCall = () => leave.abort();
  expect(await receive(leave.signal)).toEqual([]);
  expect(await receive(AbortSignal.abort())).toEqual([]);
});

test('a gateway without exit statuses is no error', async () => {
  server.close();
  expect(await receive()).toEqual([]);
});
