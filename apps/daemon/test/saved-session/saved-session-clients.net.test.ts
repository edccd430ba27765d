import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { writeRequest } from '@comet/tunnel-protocol';
import { describe, expect, test } from 'vitest';
import { addresses } from '../fleet/addresses.ts';
import { restartedTestNetwork } from '../fleet/test-network-fixture.ts';
import {
  repliesTo,
  requestLine,
  stopWithSavedSession,
  connectClient,
  sendCommand,
  recordedGoalFile,
} from '../early-commands.ts';

const network = restartedTestNetwork();

/** Another client, which connects at once if an earlier one could. */
function openClient(input = ''): Socket {
  const client = connect(network.socket).on('error', () => undefined);
  client.write(input);
  return client;
}

/** Returns the reply to a request, after any other replies; null if the daemon disconnects first. */
async function resultOf(client: Socket, id: number): Promise<unknown> {
  for await (const replies of repliesTo(client)) {
    const found = replies.find((reply) => reply['kind'] === 'result' && reply['id'] === id);
    if (found !== undefined) return found['result'];
  }
  return null;
}

const closed = (client: Socket): Promise<boolean> =>
  new Promise((resolve) => client.resume().on('close', () => resolve(true)));

describe('before the daemon is loaded', () => {
  test('many silent, incomplete and flooding clients neither end the daemon nor block others', async () => {
    await stopWithSavedSession(network);
    const serving = network.startDaemon();
    const first = await connectClient(network);
    const half = openClient(requestLine('status').slice(0, 20));
    const garbage = openClient('\0\u{1f980}}}{"v":1}\n');
    const endless = openClient('x'.repeat(300 * 1024));
    const end = closed(endless);
    const silent = Array.from({ length: 70 }, () => openClient());
    expect(await sendCommand(network, first, requestLine('status'))).toMatchObject({
      exitCode: 0,
      wasServing: true,
    });
    await serving;
    expect(await end).toBe(true);
    half.write(requestLine('status').slice(20));
    expect(await resultOf(half, 1)).toMatchObject({ tunnel: { state: 'disconnected' } });
    garbage.once('data', () => garbage.destroy());
    expect(await closed(garbage)).toBe(true);
    for (const client of silent) client.destroy();
    expect(await network.comet('connect')).toMatchObject({ code: 0 });
    expect(await network.seenAs()).toBe(addresses.lease4);
  });

  test('of two concurrent connects the last succeeds, and a watching client is served', async () => {
    const usualReply = await stopWithSavedSession(network);
    const serving = network.startDaemon();
    const first = await connectClient(network);
    const [second, third] = [openClient(), openClient()];
    const [, ...replies] = await Promise.all([
      sendCommand(network, first, requestLine('connect')),
      sendCommand(network, second, requestLine('connect')),
      sendCommand(network, third, requestLine('status')),
    ]);
    await serving;
    expect(replies.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(replies[0]?.stdout).toBe(usualReply);
    await network.reaches('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
  });

  test('a connect with an immediate disconnect ends disconnected', async () => {
    await stopWithSavedSession(network);
    const serving = network.startDaemon();
    const client = await connectClient(network);
    client.write(requestLine('connect'));
    client.write(writeRequest(2, 'disconnect', {}));
    expect(await resultOf(client, 2)).toMatchObject({ tunnel: { state: 'disconnected' } });
    await serving;
    expect((await network.snapshot()).tunnel.state).toBe('disconnected');
    expect(await network.hasTable()).toBe(false);
    expect(existsSync(recordedGoalFile(network))).toBe(false);
    expect(await network.seenAs()).toBe(addresses.client);
  });

  test('connects also if the client does not wait for the reply', async () => {
    await stopWithSavedSession(network);
    const serving = network.startDaemon();
    const client = await connectClient(network);
    await new Promise((resolve) => client.write(requestLine('connect'), resolve));
    client.destroy();
    await serving;
    await network.reaches('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
  });

  test('the daemon executes a window’s connect', async () => {
    await stopWithSavedSession(network);
    const serving = network.startDaemon();
    const client = await connectClient(network);
    client.write(writeRequest(1, 'connect', { location: null }));
    expect(await resultOf(client, 1)).toMatchObject({ tunnel: { state: 'connected' } });
    await serving;
    expect(await network.seenAs()).toBe(addresses.lease4);
  });
});
