import { expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { setUp } from './commands-fixture.ts';

/** A tunnel to the first gateway, and an account with this refusal of tickets. */
function connectedSetUp(refusal: () => Promise<string | null>) {
  const done: string[] = [];
  const there = gateways.slice(1, 2);
  const state = { kind: 'connected', session: { gateway: gateways[0] } };
  const { file, ask } = setUp([], {
    directory: {
      hasLocation: () => true,
      destinationsFor: () => ({ wanted: there, fallbackGateways: [] }),
      locations: () => null,
    },
    keys: { current: () => ({ publicKey: 'key' }) },
    tickets: { refusal },
    after: () => () => undefined,
    pause: { forget: () => Promise.resolve() },
    networks: { forget: () => Promise.resolve(), checkNetwork: () => undefined },
    lacking: () => null,
    missingLists: () => [],
    tunnel: {
      state,
      connect: () => {
        done.push('connect');
        return Promise.resolve({ kind: 'connected' });
      },
      disconnect: () => {
        done.push('disconnect');
        return Promise.resolve();
      },
    },
  });
  return { done, ask, signIn: () => file.change({ account: { email: 'ada@example.com' } as never }) };
}

test.each([
  ['subscription_required', []],
  ['location_unavailable', ['connect']],
  [null, ['connect']],
])('keeps an existing tunnel if the account refuses the new location: %s', async (reason, tried) => {
  const { done, ask, signIn } = connectedSetUp(() => Promise.resolve(reason));
  await signIn();
  const outcome = await ask('connect', { location: 'jp-tyo' });
  expect(done).toEqual(tried);
  if (tried.length === 0)
    expect(outcome).toEqual({ ok: false, error: { error: 'connect_refused', detail: reason } });
});

test.each([null, 'subscription_required'])(
  'a later command supersedes a connect that waits for the account: %s',
  async (response) => {
    const [connected, apiReply] = [Promise.withResolvers<null>(), Promise.withResolvers<string | null>()];
    const { done, ask, signIn } = connectedSetUp(() => {
      connected.resolve(null);
      return apiReply.promise;
    });
    await signIn();
    const connect = ask('connect', { location: 'jp-tyo' });
    await connected.promise;
    await ask('disconnect');
    apiReply.resolve(response);
    expect(await connect).toMatchObject({ ok: false, error: { error: 'superseded' } });
    expect(done).toEqual(['disconnect']);
  },
);
