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

test('reads all pages, and passes on no list of which a page is missing', async () => {
  const network = (page: number): OwnNetwork => ({ network: `203.0.113.${page}/32`, open: [] });
  const replies = [
    ok({ networks: [network(1)], next: '203.0.113.1' }),
    err({ kind: 'unreachable' as const, reason: 'away' }),
    ok({ networks: [network(1)], next: '203.0.113.1' }),
    ok({ networks: [network(2)] }),
  ];
  const [queries, received]: [unknown[], unknown[]] = [[], []];
  const [failures, stop]: [string[], AbortController] = [[], new AbortController()];
  await followOwnNetworks(
    {
      controlPlane: {
        call(_endpoint, { query }: { query?: unknown }) {
          queries.push(query);
          return Promise.resolve(replies.shift()) as never;
        },
      },
      onNetworks: (networks) => Promise.resolve(received.push(networks) > 0),
      onFailure: (reason) => void failures.push(reason),
      sleep: () => Promise.resolve(replies.length === 0 ? stop.abort() : undefined),
    },
    stop.signal,
  );
  expect(received).toEqual([[network(1), network(2)]]);
  expect(failures).toEqual(['away']);
  const [first, second] = [{ limit: '2000' }, { limit: '2000', after: '203.0.113.1' }];
  expect(queries).toEqual([first, second, first, second]);
});

test('a list without an end is a failure', async () => {
  const [failures, stop]: [string[], AbortController] = [[], new AbortController()];
  await followOwnNetworks(
    {
      controlPlane: { call: () => Promise.resolve(ok({ networks: [], next: '203.0.113.1' })) as never },
      onNetworks: () => Promise.resolve(true),
      onFailure: (reason) => void failures.push(reason),
      sleep: () => Promise.resolve(stop.abort()),
    },
    stop.signal,
  );
  expect(failures).toEqual(['the list of our own networks has no end']);
});
