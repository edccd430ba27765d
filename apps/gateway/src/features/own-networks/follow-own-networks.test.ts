import type { OwnNetwork } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import { followOwnNetworks } from './follow-own-networks.ts';

test('calls back for changed networks only, and retries after a failure', async () => {
  const one: OwnNetwork = { network: '203.0.113.1/32', open: [] };
  const responses = [ok([one]), ok([one]), err('unreachable'), ok([one]), ok([one, { ...one, open: [443] }])];
  const [received, pauses, stop]: [unknown[], number[], AbortController] = [[], [], new AbortController()];
  await followOwnNetworks(
    {
      controlPlane: {
        call() {
          const response = responses.shift();
          if (responses.length === 0) stop.abort();
          const reply = response?.ok
            ? ok({ networks: response.value })
            : err({ kind: 'unreachable' as const, reason: 'away' });
          return Promise.resolve(reply) as never;
        },
      },
      // The first call fails, the second succeeds.
      onNetworks: (networks) => Promise.resolve(received.push(networks) > 1),
      onFailure: () => undefined,
      sleep: (milliseconds) => Promise.resolve(void pauses.push(milliseconds)),
    },
    stop.signal,
  );
  expect(received).toEqual([[one], [one], [one, { ...one, open: [443] }]]);
  expect(pauses).toEqual([60_000, 60_000, 5_000, 60_000, 60_000]);
});
