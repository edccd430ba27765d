import type { BlockReason } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import type { Gateway } from '../../model/gateway.ts';
import { refusedRestore, type RefusedRestoreParts } from './commands.ts';

const [here, there] = gateways as [Gateway, Gateway];
const home: Gateway = { ...here, exit: { type: 'native_residential', location: 'us-nyc-home' } };

/** A tunnel in a state, and an API with this response to ticket requests; with null it never responds. */
function setUp(
  kind: string,
  response: Promise<BlockReason | null> | null,
  wanted: readonly Gateway[] | null,
) {
  const queried: string[] = [];
  let late = (): void => undefined;
  const parts = {
    tunnel: { state: { kind, session: { gateway: here } } },
    directory: { destinationsFor: () => (wanted === null ? null : { wanted, fallbackGateways: [] }) },
    keys: { current: () => ({ privateKey: 'a', publicKey: 'b' }) },
    tickets: {
      refusal: ({ id }: Gateway, _: string, signal: AbortSignal) => {
        queried.push(id);
        return (
          response ??
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve('api_unreachable'));
          })
        );
      },
    },
    after: (_: number, callback: () => void) => {
      late = callback;
      return () => undefined;
    },
  } as unknown as RefusedRestoreParts;
  return {
    queried,
    checkRefusal: () => refusedRestore(parts, { location: 'somewhere' }),
    late: () => late(),
  };
}
const says = (reason: BlockReason | null) => Promise.resolve(reason);

test('reports a refusal by the account before the tunnel ends; otherwise the connect decides', async () => {
  for (const reason of [
    'subscription_required',
    'device_limit_reached',
    'residential_data_required',
  ] as const)
    expect(await setUp('connected', says(reason), [there]).checkRefusal()).toBe(reason);
  for (const reason of ['api_unreachable', 'location_unavailable', 'exit_unavailable', null] as const)
    expect(await setUp('connected', says(reason), [there]).checkRefusal()).toBeNull();
});

test('sends no query without a tunnel, for the current location, or without a known gateway', async () => {
  for (const [kind, wanted] of [
    ['disconnected', [there]],
    ['error', [there]],
    ['connecting', [there]],
    ['connected', [there, here]],
    ['connected', []],
    ['connected', null],
  ] as const) {
    const { queried, checkRefusal } = setUp(kind, says('subscription_required'), wanted);
    expect([kind, await checkRefusal(), queried]).toEqual([kind, null, []]);
  }
  // The same gateway, by another exit.
  expect(await setUp('connected', says('residential_data_required'), [home]).checkRefusal()).toBe(
    'residential_data_required',
  );
});

test('lets the connect decide if the API does not respond in time', async () => {
  const { queried, checkRefusal, late } = setUp('connected', null, [there]);
  const response = checkRefusal();
  expect(queried).toEqual([there.id]);
  late();
  expect(await response).toBeNull();
});
