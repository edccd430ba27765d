import { err, ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import type { Connected, Message } from '../state.ts';
import { watchExit, type WatchExitParts } from './watch-exit.ts';

const dedicated = { serviceId: 'service', address: '198.51.100.7', gatewayId: 'gateway-0' };
const home = { type: 'native_residential', location: 'us-nyc-home' } as const;

function connected(exit: object | undefined, goal: object = { location: 'us-nyc-home' }): Connected {
  const gateway = { ...gateways[0], exit };
  const session = {
    ...{ protocol: 'wireguard', gateway },
    admittance: { ipv4: '100.64.9.9', dns: ['fd00::1', '100.64.0.1'] },
  };
  return { kind: 'connected', key: 'state', goal, session, fallback: null } as unknown as Connected;
}

/** Runs the monitor for a number of pauses. */
async function watch(state: Connected, parts: Partial<WatchExitParts>, pauses = 3): Promise<Message[]> {
  const leave = new AbortController();
  const messages: Message[] = [];
  let left = pauses;
  await watchExit(
    {
      receiveExitStatus: () => Promise.resolve(),
      resolveDedicatedIp: () => Promise.resolve(err('api_unreachable')),
      async wait() {
        await Promise.resolve();
        left -= 1;
        if (left <= 0) leave.abort();
      },
      ...parts,
    },
    state,
    {
      ...{ blocked: Promise.resolve(true), wasBlocking: false, signal: leave.signal },
      report: (message) => messages.push(message),
      usePort: () => Promise.resolve(),
      useTransport: () => Promise.resolve(),
    },
  );
  return messages;
}

test('queries the gateway from the tunnel’s address, again if it ends the control channel, and uses its response', async () => {
  const requests: unknown[] = [];
  const messages = await watch(connected(home), {
    receiveExitStatus(addresses, onStatus) {
      requests.push(addresses);
      onStatus('open');
      if (requests.length === 2) onStatus('gone');
      return Promise.resolve();
    },
  });
  expect(requests).toEqual(Array(3).fill({ from: '100.64.9.9', to: '100.64.0.1' }));
  expect(messages).toEqual([{ kind: 'exit-gone', key: 'state' }]);
});

test('sends no queries for a tunnel without a separate exit', async () => {
  const receiveExitStatus = () => expect.fail('called');
  expect(await watch(connected(undefined), { receiveExitStatus })).toEqual([]);
});

test('follows a changed or moved dedicated address, and keeps it while the API does not respond', async () => {
  const state = connected({ type: 'dedicated', ...dedicated }, { location: null, dedicated });
  const seen = (...responses: Awaited<ReturnType<WatchExitParts['resolveDedicatedIp']>>[]) =>
    watch(
      state,
      {
        receiveExitStatus: (_place, _onWord, signal) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
        resolveDedicatedIp: () => Promise.resolve(responses.shift() ?? err('api_unreachable')),
      },
      4,
    );
  expect(await seen(ok(dedicated), err('exit_unavailable'), err('address_ended'))).toEqual([]);
  for (const changed of [{ address: '198.51.100.8' }, { gatewayId: 'gateway-1' }])
    expect(await seen(ok({ ...dedicated, ...changed }))).toEqual([{ kind: 'exit-gone', key: 'state' }]);
});
