import { api as contract } from '@comet/contract';
import { expect, test } from 'vitest';
import { fakeApi, keyOf } from '../platform/control-plane/api.fake.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import { favouritesOf } from './favourites.ts';

const account = { accessToken: 't', email: 'a@b.example', deviceId: crypto.randomUUID(), deviceName: 'desk' };

function setUp(signedIn = true) {
  const file = fakeStateFile({ account: signedIn ? account : null, favourites: ['nl-ams'] });
  const api = fakeApi();
  return { file, api, favourites: favouritesOf(file, api) };
}

test('stores a favourite locally once the API has accepted it', async () => {
  const { file, api, favourites } = setUp();
  expect(await favourites.mark('jp-tyo', true)).toEqual({ ok: true, value: null });
  expect(await favourites.mark('jp-tyo', true)).toEqual({ ok: true, value: null });
  expect(file.current.favourites).toEqual(['nl-ams', 'jp-tyo']);
  await favourites.mark('nl-ams', false);
  expect(file.current.favourites).toEqual(['jp-tyo']);
  api.unreachable = true;
  expect(await favourites.mark('jp-tyo', false)).toMatchObject({ error: { error: 'api_unreachable' } });
  expect(file.current.favourites).toEqual(['jp-tyo']);
});

test('fetches favourites from the API, and keeps the local copy while it does not answer', async () => {
  const { file, api, favourites } = setUp();
  api.replies.set(keyOf(contract.listFavoriteLocations), () => ({ locations: ['de-fra'] }));
  await favourites.refresh();
  expect(file.current.favourites).toEqual(['de-fra']);
  api.unreachable = true;
  await favourites.refresh();
  expect(file.current.favourites).toEqual(['de-fra']);
});

test('sends no request without an account', async () => {
  const { api, favourites } = setUp(false);
  await favourites.refresh();
  expect(await favourites.mark('jp-tyo', true)).toMatchObject({ error: { error: 'not_signed_in' } });
  expect(api.calls).toEqual([]);
});
