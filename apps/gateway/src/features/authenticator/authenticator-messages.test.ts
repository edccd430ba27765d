import { expect, test } from 'vitest';
import { order } from './authenticator-messages.ts';

test('rejects an invalid message', () => {
  for (const bad of [
    {},
    { type: 'run' },
    { type: 'roll', pepper: 'x' },
    { type: 'grant', credential: 'ada' },
    null,
  ])
    expect(order.safeParse(bad).success).toBe(false);
});
