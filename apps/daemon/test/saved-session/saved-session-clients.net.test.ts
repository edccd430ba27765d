import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { writeRequest } from '@comet/tunnel-protocol';
import { describe, expect, test } from 'vitest';
import { field as addresses } from '../fleet/addresses.ts';
import { fieldStartedAnew } from '../fleet/test-network-fixture.ts';
import { answersTo, lineOf, partWithSavedSession, reach, say, wishOf } from '../first-moments.ts';

const field = fieldStartedAnew();

/** Another client, which is there at once where one has been reached before. */
function another(said = ''): Socket {
  const client = connect(field.socket).on('error', () => undefined);
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
    await partWithSavedSession(field);
    const serving = field.startDaemon();
    const first = await reach(field);
    const half = another(lineOf('status').slice(0, 20));
    const garbage = another('\0\u{1f980}}}{"v":1}\n');
    const endless = another('x'.repeat(300 * 1024));
    const end = closed(endless);
    const silent = Array.from({ length: 70 }, () => another());
    expect(await say(field, first, lineOf('status'))).toMatchObject({ exitCode: 0, wasServing: true });
    await serving;
    expect(await end).toBe(true);
    half.write(lineOf('status').slice(20));
    expect(await resultOf(half, 1)).toMatchObject({ tunnel: { state: 'disconnected' } });
    garbage.once('data', () => garbage.destroy());
    expect(await closed(garbage)).toBe(true);
    for (const client of silent) client.destroy();
    expect(await field.comet('connect')).toMatchObject({ code: 0 });
    expect(await field.seenAs()).toBe(addresses.lease4);
  });

  test('of two concurrent connects the last succeeds, and a watching client is served', async () => {
    const usual = await partWithSavedSession(field);
    const serving = field.startDaemon();
    const first = await reach(field);
    const [second, third] = [another(), another()];
    const [, ...told] = await Promise.all([
      say(field, first, lineOf('connect')),
      say(field, second, lineOf('connect')),
      say(field, third, lineOf('status')),
    ]);
    await serving;
    expect(told.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(told[0]?.said).toBe(usual);
    await field.reaches('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
  });

  test('a connect that is taken back in the same breath ends in nothing', async () => {
    await partWithSavedSession(field);
    const serving = field.startDaemon();
    const client = await reach(field);
    client.write(lineOf('connect'));
    client.write(writeRequest(2, 'disconnect', {}));
    expect(await resultOf(client, 2)).toMatchObject({ tunnel: { state: 'disconnected' } });
    await serving;
    expect((await field.snapshot()).tunnel.state).toBe('disconnected');
    expect(await field.hasTable()).toBe(false);
    expect(existsSync(wishOf(field))).toBe(false);
    expect(await field.seenAs()).toBe(addresses.client);
  });

  test('who does not wait for the answer is connected all the same, as ever', async () => {
    await partWithSavedSession(field);
    const serving = field.startDaemon();
    const client = await reach(field);
    await new Promise((resolve) => client.write(lineOf('connect'), resolve));
    client.destroy();
    await serving;
    await field.reaches('connected');
    expect(await field.seenAs()).toBe(addresses.lease4);
  });

  test("a window's connect is carried out by the daemon", async () => {
    await partWithSavedSession(field);
    const serving = field.startDaemon();
    const client = await reach(field);
    client.write(writeRequest(1, 'connect', { location: null }));
    expect(await resultOf(client, 1)).toMatchObject({ tunnel: { state: 'connected' } });
    await serving;
    expect(await field.seenAs()).toBe(addresses.lease4);
  });
});
