import { expect, test } from 'vitest';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { announcedMove } from './planned-move.ts';

const start = tunnelsUnderTest();
const until = new Date('2026-12-24T17:04:00Z');

/** The announcement for a connected tunnel to the first of the gateways, `draining` ones of which have the deadline. */
async function announced(
  draining: readonly string[],
  { acceptsSecondPeer = true, via = undefined as string | undefined, replacements = gateways } = {},
) {
  const harness = start();
  const connecting = harness.tunnel.connect({ location: 'nl-ams', ...(via === undefined ? {} : { via }) });
  expect(await connecting).toEqual({ kind: 'connected' });
  const parts = {
    drainingUntil: (id: string) => (draining.includes(id) ? until : null),
    replacements: () => replacements,
  };
  return announcedMove(parts, harness.tunnel.state, acceptsSecondPeer);
}

test('a move is announced with its deadline while the gateway drains and another one can replace it', async () => {
  expect(await announced(['gateway-1'])).toEqual({});
  const at = until.toISOString();
  expect(await announced(['gateway-0'])).toEqual({ maintenance: { at, blocks: false } });
  expect(await announced(['gateway-0'], { replacements: gateways.slice(0, 1) })).toEqual({});
});

test('a move blocks traffic where the device has one tunnel only, or two gateways carry it, of which either may drain', async () => {
  const blocking = { maintenance: { at: until.toISOString(), blocks: true } };
  expect(await announced(['gateway-0'], { acceptsSecondPeer: false })).toEqual(blocking);
  for (const draining of ['gateway-0', 'gateway-1'])
    expect(await announced([draining], { via: 'jp-tyo' })).toEqual(blocking);
});

test('nothing is announced without a tunnel', () => {
  const parts = { drainingUntil: () => until, replacements: () => gateways };
  expect(announcedMove(parts, start().tunnel.state, true)).toEqual({});
});
