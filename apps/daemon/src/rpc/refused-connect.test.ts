import { expect, test } from 'vitest';
import { gateways } from '../../test/fake-tunnel.ts';
import { setUp } from './commands-under-test.ts';

/** A tunnel to the first gateway, and an account of whose tickets the API says this. */
function connectedSetUp(refusal: () => Promise<string | null>) {
  const done: string[] = [];
  const there = gateways.slice(1, 2);
  const state = { kind: 'connected', session: { gateway: gateways[0] } };
  const { file, said, run } = setUp([], {
    directory: {
      knows: () => true,
      destinationsFor: () => ({ wanted: there, standIns: [] }),
      locations: () => null,
    },
    keys: { current: () => ({ publicKey: 'key' }) },
    tickets: { refusal },
    after: () => () => undefined,
    pause: { forget: () => Promise.resolve() },
    networks: { forget: () => Promise.resolve(), look: () => undefined },
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
  return { done, said, run, signIn: () => file.change({ account: { email: 'ada@example.com' } as never }) };
}

test.each([
  ['subscription_required', [], 'The tunnel stays as it is.'],
  ['location_unavailable', ['connect'], ''],
  [null, ['connect'], ''],
])(
  'a tunnel that is up is not given up for a place that the account refuses: %s',
  async (reason, tried, words) => {
    const { done, said, run, signIn } = connectedSetUp(() => Promise.resolve(reason));
    await signIn();
    await run(['connect', 'jp-tyo']);
    expect(done).toEqual(tried);
    expect(said.join('\n')).toContain(words);
  },
);

test.each([null, 'subscription_required'])(
  'a connect that waits for the account gives way to what is asked for meanwhile: %s',
  async (answer) => {
    const [reached, asked] = [Promise.withResolvers<null>(), Promise.withResolvers<string | null>()];
    const { done, said, run, signIn } = connectedSetUp(() => {
      reached.resolve(null);
      return asked.promise;
    });
    await signIn();
    const connect = run(['connect', 'jp-tyo']);
    await reached.promise;
    await run(['disconnect']);
    asked.resolve(answer);
    expect(await connect).toMatchObject({ value: { exitCode: 1 } });
    expect(done).toEqual(['disconnect']);
    expect(said.join('\n')).not.toContain('The tunnel stays');
  },
);
