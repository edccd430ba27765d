import { expect, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';

const network = signedInTestNetwork();

test('connects to the location of a list that is available', async () => {
  // No gateway in Germany is online.
  const added = await network.comet('lists', 'add', 'Work', 'germany', 'amsterdam');
  expect(added).toMatchObject({ code: 0, stdout: 'Work: de-fra, nl-ams.\n' });
  expect(await network.comet('connect', 'work')).toMatchObject({ code: 0 });
  const { tunnel } = await network.snapshot();
  expect(tunnel).toMatchObject({ state: 'connected', place: { location: 'nl-ams' }, standsInFor: null });
  expect(await network.seenAs()).toBe(addresses.lease4);
});

test.each(['fastest', 'random'])('connects to the %s location', async (word) => {
  await network.comet('disconnect');
  expect(await network.comet('connect', word)).toMatchObject({ code: 0 });
  expect((await network.snapshot()).tunnel).toMatchObject({ place: { location: 'nl-ams' } });
  expect(await network.seenAs()).toBe(addresses.lease4);
});

test('keeps the tunnel if no location of a list is available, and lists across a restart', async () => {
  await network.comet('lists', 'remove', 'Work', 'amsterdam');
  expect(await network.comet('connect', 'work')).toMatchObject({ code: 1 });
  expect(await network.seenAs()).toBe(addresses.lease4);
  await network.endDaemon('SIGTERM');
  await network.startDaemon();
  expect(await network.comet('lists')).toMatchObject({ stdout: 'Work: de-fra.\n' });
  expect(await network.comet('lists', 'remove', 'work')).toMatchObject({ code: 0 });
  expect((await network.snapshot()).settings.locationLists).toEqual([]);
});
