import { systemClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import type { Gateway } from '../../model/gateway.ts';
import type { Message } from '../state.ts';
import { watchRequestedLocation } from './watch-requested-location.ts';

test('refetches the list for a missing location, and returns to it when the newer list has it', async () => {
  const reported: Message[] = [];
  let listed: Gateway[] = [];
  const state = { fallback: { returns: 0, checkAt: new Date() }, goal: { location: 'jp-tyo' }, key: '1' };
  await watchRequestedLocation(
    {
      clock: systemClock,
      admissionEndpoint: { measure: () => Promise.resolve(1) },
      wanted: () => listed,
      renew: () => {
        listed = [{ id: 'gw-jp' } as Gateway];
        return Promise.resolve();
      },
    },
    state as unknown as Parameters<typeof watchRequestedLocation>[1],
    {
      signal: new AbortController().signal,
      report: (message: Message) => reported.push(message),
    } as unknown as Parameters<typeof watchRequestedLocation>[2],
  );
  expect(reported).toEqual([{ kind: 'wanted-is-back', key: '1' }]);
});
