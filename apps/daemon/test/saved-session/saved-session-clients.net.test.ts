import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { writeRequest } from '@comet/tunnel-protocol';
import { describe, expect, test } from 'vitest';
import { addresses } from '../fleet/addresses.ts';
import { restartedTestNetwork } from '../fleet/test-network-fixture.ts';
import { answersTo, lineOf, partWithSavedSession, reach, say, wishOf } from '../first-moments.ts';

const network = restartedTestNetwork();

/** Another client, which is there at once where one has been reached before. */
function another(said = ''): Socket {
  const client = connect(network.socket).on('error', () => undefined);
  client.write(said);
  return client;
}

/** Returns the reply to a request, after any other replies; null if the daemon disconnects first. */
async function resultOf(client: Socket, id: number): Promise<unknown> {
  for await (const replies of answersTo(client)) {
    const found = replies.find((reply) => reply['kind'] === 'result' && reply['id'] === id);
    if (found !== undefined) return found['result'];
  }
  return null;
}

const closed = (client: Socket): Promise<boolean> =>
  new Promise((resolve) => client.resume().on('close', () => resolve(true)));

describe('in the first moments', () => {
  test('many silent, incomplete and flooding clients neither end the daemon nor block others', async () => {
    await partWithSavedSession(network);
    const serving = network.startDaemon();
    const first = await reach(network);
    const half = another(lineOf('status').slice(0, 20));
    const garbage = another('\0\u{1f980}}}{"v":1}\n');
    const endless = another('x'.repeat(300 * 1024));
    const end = closed(endless);
    const silent = Array.from({ length: 70 }, () => another());
    expect(await say(network, first, lineOf('status'))).toMatchObject({ exitCode: 0, wasServing: true });
    await serving;
    expect(await end).toBe(true);
    half.write(lineOf('status').slice(20));
    expect(await resultOf(half, 1)).toMatchObject({ tunnel: { state: 'disconnected' } });
    garbage.once('data', () => garbage.destroy());
    expect(await closed(garbage)).toBe(true);
    for (const client of silent) client.destroy();
    expect(await network.comet('connect')).toMatchObject({ code: 0 });
    expect(await network.seenAs()).toBe(addresses.lease4);
  });

  test('of two concurrent connects the last succeeds, and a watching client is served', async () => {
    const usual = await partWithSavedSession(network);
    const serving = network.startDaemon();
    const first = await reach(network);
    const [second, third] = [another(), another()];
    const [, ...told] = await Promise.all([
      say(network, first, lineOf('connect')),
      say(network, second, lineOf('connect')),
      say(network, third, lineOf('status')),
    ]);
    await serving;
    expect(told.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(told[0]?.said).toBe(usual);
    await network.reaches('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
  });

  test('a connect that is taken back in the same breath ends in nothing', async () => {
    await partWithSavedSession(network);
    const serving = network.startDaemon();
    const client = await reach(network);
    client.write(lineOf('connect'));
    client.write(writeRequest(2, 'disconnect', {}));
    expect(await resultOf(client, 2)).toMatchObject({ tunnel: { state: 'disconnected' } });
    await serving;
    expect((await network.snapshot()).tunnel.state).toBe('disconnected');
    expect(await network.hasTable()).toBe(false);
    expect(existsSync(wishOf(network))).toBe(false);
    expect(await network.seenAs()).toBe(addresses.client);
  });

  test('who does not wait for the answer is connected all the same, as ever', async () => {
    await partWithSavedSession(network);
    const serving = network.startDaemon();
    const client = await reach(network);
    await new Promise((resolve) => client.write(lineOf('connect'), resolve));
    client.destroy();
    await serving;
    await network.reaches('connected');
    expect(await network.seenAs()).toBe(addresses.lease4);
  });

  test("a window's connect is carried out by the daemon", async () => {
    await partWithSavedSession(network);
    const serving = network.startDaemon();
    const client = await reach(network);
    client.write(writeRequest(1, 'connect', { location: null }));
    expect(await resultOf(client, 1)).toMatchObject({ tunnel: { state: 'connected' } });
    await serving;
    expect(await network.seenAs()).toBe(addresses.lease4);
  });
});
